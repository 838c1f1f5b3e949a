#!/usr/bin/env bash
# Some moves at a table of any game with nothing but curl; every command it sends is shown, and the
# beginning of every answer.
#
#   openapi/clients/walk.sh galopp_royal
#   BASE=http://127.0.0.1:9000 MOVES=1000 OPTIONS='{"races": 1}' openapi/clients/walk.sh galopp_royal
#
# Needs a running server (`make serve`), curl 7.82 or newer, and Python to read JSON. The other seats are bots.
set -euo pipefail

GAME=${1:?"which game? GET /v1/games lists them"}
BASE=${BASE:-http://127.0.0.1:8000}
MOVES=${MOVES:-5}
OPTIONS=${OPTIONS:-'{}'}
TOKEN=
HEADERS=$(mktemp)
trap 'rm -f "$HEADERS"' EXIT

# ask METHOD PATH [more words for curl]: shows the command and the answer, and gives the answer.
ask() {
  local method=$1 path=$2 answer
  shift 2
  {
    printf '\n$ curl -X %s "$BASE%s"' "$method" "$path"
    [ -z "$TOKEN" ] || printf ' -H "Authorization: Bearer $TOKEN"'
    [ $# -eq 0 ] || printf " '%s'" "$@" | sed "s/'\(-H\|--json\)'/\1/g"
    echo
  } >&2
  answer=$(curl -sS --fail-with-body -X "$method" -D "$HEADERS" "$BASE$path" \
    ${TOKEN:+-H "Authorization: Bearer $TOKEN"} "$@") ||
    { echo "$answer" >&2; return 1; }
  if [ ${#answer} -gt 400 ]; then echo "${answer:0:400}…"; else echo "$answer"; fi >&2
  printf '%s' "$answer"
}
# of JSON EXPRESSION: what Python makes of `it`.
of() { python3 -c "import json, random, sys; it = json.loads(sys.argv[1]); print($2)" "$1"; }
etag() { sed -n 's/^[Ee][Tt][Aa][Gg]: *\(.*[^[:space:]]\)[[:space:]]*$/\1/p' "$HEADERS"; }

echo "1. Become a player."
ME=$(ask POST /v1/players --json '{"name": "Walker"}')
TOKEN=$(of "$ME" 'it["token"]')

echo "2. Open a table, sit down, and give the other seats to bots."
SEATS=$(of "$(ask GET "/v1/games/$GAME")" 'it["fewest_seats"]')
OPENED=$(ask POST /v1/tables \
  --json "{\"game\": \"$GAME\", \"seats\": $SEATS, \"sit\": true, \"options\": $OPTIONS}")
TABLE=/v1/tables/$(of "$OPENED" 'it["id"]')
for ((seat = 1; seat < SEATS; seat++)); do
  ask POST "$TABLE/seats" --json '{"bot": "greedy"}' >/dev/null
done

echo "3. Start."
ask POST "$TABLE/start" >/dev/null

echo "4. Play: look at the actions, try one, send it, hear what happens."
AFTER=0 MOVE=0
while [ "$(of "$(ask GET "$TABLE")" 'it["status"]')" = running ] && [ "$MOVE" -lt "$MOVES" ]; do
  ACTIONS=$(ask GET "$TABLE/actions")
  if [ "$(of "$ACTIONS" 'len(it["actions"])')" -gt 0 ]; then
    ASKED=$(etag)
    ACTION=$(of "$ACTIONS" 'json.dumps(random.choice(it["actions"])["command"])')
    MOVE=$((MOVE + 1))
    ask POST "$TABLE/commands?dry_run=true" --json "$ACTION" >/dev/null
    ask POST "$TABLE/commands" --json "$ACTION" \
      -H "Idempotency-Key: walk-$MOVE" -H "If-Match: $ASKED" >/dev/null
  fi
  HEARD=$(ask GET "$TABLE/events?after=$AFTER&wait=20&lang=en")
  AFTER=$(of "$HEARD" 'it["next_after"]')
  of "$HEARD" '"\n".join(e["sentence"] for e in it["events"] if e.get("sentence"))'
done

SEEN=$(ask GET "$TABLE")
echo "5. $(of "$SEEN" 'it["status"]') after $MOVE moves and $(of "$SEEN" 'it["version"]') events:" \
  "$BASE$TABLE"
