// Words for the same thing. Before the colon those of the pages; after it what else people type, in
// English and French. What people type for one section only stands in its Markdown, as a comment.

export const SYNONYMS = `
  account player name: profile user member compte utilisateur profil
  action command move: coup jouer
  add write: create new implement build develop bring extend plugin mod addon custom ajouter creer
  administrator admin operator: moderator administrateur
  archive replay: old past ancien
  audit verify verification check prove fair: rigged cheat trust validate triche preuve verifier
  backup restore: save disaster copy sauvegarde restaurer restauration
  board draw: ui frontend interface plateau dessiner
  bot: ai computer robot engine opponent ordinateur
  browser page: web website site navigateur
  capacity memory machine: large big size hardware ram cpu core disk vps resource memoire taille
  chat: talk discuss voice message communicate emoji discord parler discuter messagerie
  choose: difference compare choisir
  client library: sdk wrapper binding package bibliotheque
  clock deadline timeout: late afk idle inactive slow absent away missed timer temps delai
  cluster replica redis: sharding failover replication ha
  connection: connect network internet connexion reseau
  cors origin: cross
  database store redis valkey: sql postgres postgresql mysql sqlite mongodb
  docker compose: container podman kubernetes k8s helm image conteneur
  download export parquet: dump dataset bulk csv telecharger exporter
  erase delete: remove gdpr privacy personal supprimer effacer rgpd
  fork undo: revert rollback variation annuler defaire
  french english language: translate translation localisation i18n locale francais anglais langue
  generate openapi schema: swagger spec specification codegen generator code generer
  https tls certificate: ssl encrypt encryption cert letsencrypt secure certificat chiffrer
  idempotent retry: repeat duplicate twice again double resend reessayer repeter
  install: setup deploy deployment installer installation
  limit rate quota: maximum throttle ratelimit limite
  list lobby: browse liste
  luck seed die random shuffle: dice roll randomness rng deal chance hasard melange aleatoire
  metric monitor alert health: dashboard grafana prometheus observability surveillance alerte
  notice notification webhook: email mail notify push ping sms tell inform remind
  notice notification webhook: callback reminder alert courriel notifier prevenir avertir
  pagination cursor next: paging paginate offset truncated result item rest suivante
  performance latency: fast speed benchmark throughput rapide vitesse
  polling wait: poll longpoll attendre
  private invitation invite friend: stranger hide family password ami prive privee inviter
  problem error: failure fail exception code status fault bug erreur probleme echec
  proxy nginx haproxy: balancer caddy
  rating leaderboard: elo ranking rank score skill glicko mmr highscore best top classement
  reconnect resume: disconnect disconnection rejoin drop offline reconnexion deconnexion
  recover recovery lost: lose forgot forgotten perdu oublie recuperer
  register registration: signup inscription inscrire
  rename name: nickname username pseudo nom renommer
  replay: rewatch review rejouer revoir
  request: call query requete appel
  resign leave abandon: quit surrender concede stop forfeit abandonner quitter
  response: answer reply reponse
  rule: rulebook regle
  sandbox test: mock fixture tester
  scale process: scaling horizontal multiple several grow instance worker processus
  seat: join sit rejoindre place
  seek matchmaking lobby: pair find challenge quickplay adversaire
  server machine: host node serveur
  setting variable: config configuration environment option parameter env flag port parametre
  spectator watch: observe observer audience viewer spectate spectateur regarder
  stream sse feed: subscribe live realtime push update flux
  suspend suspension: ban kick block troll mute abuse insult bannir exclure
  table game: match room session partie jeu jeux
  token password: login credential authentication auth authorization bearer oauth jwt sso jeton
  tutorial: guide howto start begin quickstart learn tutoriel commencer
  typescript npm: javascript node js ts
  update upgrade: migrate migration newer latest release
  websocket stream: ws wss socket socketio io bidirectional duplex
`;
