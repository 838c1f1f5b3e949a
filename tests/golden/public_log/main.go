// Go's own packages for transparency logs (golang.org/x/mod/sumdb), which served as the model of C2SP, beside ours.
//
//	go run main.go make > vectors.json       makes a log, for the tests to compare
//	go run main.go read URL KEY [WITNESS]    reads a log that a server serves, and checks all of it
//
// Debian has them: apt-get install golang-go golang-golang-x-mod-dev, and GO111MODULE=off GOPATH=/usr/share/gocode.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func require(holds bool, what string, words ...any) {
	if !holds {
		fmt.Fprintf(os.Stderr, what+"\n", words...)
		os.Exit(1)
	}
}

// ---- make

type vector struct {
	Size        int64             `json:"size"`
	Checkpoint  string            `json:"checkpoint"`
	Tiles       map[string]string `json:"tiles"`       // path -> SHA-256 of the tile
	Inclusion   map[string]string `json:"inclusion"`   // place -> SHA-256 of the joined proof
	Consistency map[string]string `json:"consistency"` // older size -> SHA-256 of the joined proof
}

type stored []tlog.Hash

func (s stored) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		found[i] = s[index]
	}
	return found, nil
}

func entry(n int64) []byte { return []byte(fmt.Sprintf("entry %d", n)) }

func digest(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

func joined(hashes []tlog.Hash) string {
	var raw []byte
	for _, hash := range hashes {
		raw = append(raw, hash[:]...)
	}
	return digest(raw)
}

// The path of C2SP: Go's has the height of the tiles in it, too.
func path(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), fmt.Sprintf("tile/%d/", height), "tile/", 1)
}

func makeVectors() {
	seed := bytes.Repeat([]byte("k"), ed25519.SeedSize)
	public := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	verifier := must(note.NewEd25519VerifierKey("example.org/log", public))
	words := strings.SplitN(verifier, "+", 3)
	private := "PRIVATE+KEY+" + words[0] + "+" + words[1] + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed...))
	signer := must(note.NewSigner(private))

	sizes := []int64{1, 2, 3, 255, 256, 257, 1000, 65536, 65836}
	var hashes stored
	var vectors []vector
	var n int64
	for i, size := range sizes {
		for ; n < size; n++ {
			hashes = append(hashes, must(tlog.StoredHashes(n, entry(n), hashes))...)
		}
		root := must(tlog.TreeHash(size, hashes))
		text := fmt.Sprintf("example.org/log\n%d\n%s\n", size, root)
		signed := must(note.Sign(&note.Note{Text: text}, signer))
		made := vector{size, string(signed), map[string]string{}, map[string]string{}, map[string]string{}}
		for _, tile := range tlog.NewTiles(height, 0, size) {
			widest := min(256, size>>(height*tile.L)-256*tile.N)
			if int64(tile.W) == widest && (tile.L > 0 || tile.N%64 == 0 || widest < 256) { // enough of them
				made.Tiles[path(tile)] = digest(must(tlog.ReadTileData(tile, hashes)))
			}
		}
		for _, place := range []int64{0, size / 2, size - 1} {
			made.Inclusion[fmt.Sprint(place)] = joined(must(tlog.ProveRecord(size, place, hashes)))
		}
		for _, older := range sizes[:i] {
			made.Consistency[fmt.Sprint(older)] = joined(must(tlog.ProveTree(size, older, hashes)))
		}
		vectors = append(vectors, made)
	}
	all := map[string]any{"private": private, "verifier": verifier, "vectors": vectors}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	must(0, encoder.Encode(all))
}

// ---- read

type log struct{ url string }

func (l log) get(path string) []byte {
	answer := must(http.Get(l.url + "/" + path))
	defer answer.Body.Close()
	require(answer.StatusCode == 200, "%s returns %d", path, answer.StatusCode)
	return must(io.ReadAll(answer.Body))
}

func (l log) Height() int { return height }

func (l log) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	content := make([][]byte, len(tiles))
	for i, tile := range tiles {
		content[i] = l.get(path(tile))
	}
	return content, nil
}

func (l log) SaveTiles([]tlog.Tile, [][]byte) {}

func (l log) entries(tree tlog.Tree) (all [][]byte) {
	for n := int64(0); n*256 < tree.N; n++ {
		tile := tlog.Tile{H: height, L: -1, N: n, W: int(min(256, tree.N-n*256))}
		raw := l.get(strings.Replace(path(tile), "tile/data/", "tile/entries/", 1))
		for len(raw) > 0 {
			end := 2 + int(binary.BigEndian.Uint16(raw))
			all, raw = append(all, raw[2:end]), raw[end:]
		}
	}
	return all
}

func min(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

// A witness of C2SP tlog-cosignature: Go's package leaves its kind of key to others.
type witness struct {
	name   string
	hash   uint32
	public ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }
func (w witness) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	at := binary.BigEndian.Uint64(signature)
	return ed25519.Verify(w.public, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", at, text)), signature[8:])
}

func newWitness(key string) note.Verifier {
	words := strings.SplitN(key, "+", 3)
	raw := must(base64.StdEncoding.DecodeString(words[2]))
	require(raw[0] == 4 && len(raw) == 33, "%s is not the key of a witness", key)
	sum := sha256.Sum256(append([]byte(words[0]+"\n"), raw...))
	require(hex.EncodeToString(sum[:4]) == words[1], "the id of %s is wrong", key)
	return witness{words[0], binary.BigEndian.Uint32(sum[:4]), raw[1:]}
}

func read(url string, key string, witnesses []string) {
	from := log{strings.TrimRight(url, "/")}
	known := []note.Verifier{must(note.NewVerifier(key))}
	for _, each := range witnesses {
		known = append(known, newWitness(each))
	}
	opened := must(note.Open(from.get("checkpoint"), note.VerifierList(known...)))
	require(len(opened.Sigs) == len(known), "%d of %d signatures are there", len(opened.Sigs), len(known))
	lines := strings.Split(opened.Text, "\n")
	require(lines[0] == known[0].Name(), "the origin is %s", lines[0])
	var tree tlog.Tree
	must(fmt.Sscan(lines[1], &tree.N))
	tree.Hash = must(tlog.ParseHash(lines[2]))

	reader := tlog.TileHashReader(tree, from) // checks every tile against the root
	entries := from.entries(tree)
	require(int64(len(entries)) == tree.N, "%d entries in a tree of %d", len(entries), tree.N)
	for n, raw := range entries {
		hash := must(reader.ReadHashes([]int64{tlog.StoredHashIndex(0, int64(n))}))[0]
		require(hash == tlog.RecordHash(raw), "entry %d does not hash to its leaf", n)
		proof := must(tlog.ProveRecord(tree.N, int64(n), reader))
		must(0, tlog.CheckRecord(proof, tree.N, tree.Hash, int64(n), hash))
	}
	fmt.Printf("%s: %d entries, %d signatures, every tile and entry holds\n", lines[0], tree.N, len(opened.Sigs))
}

func main() {
	if len(os.Args) >= 4 && os.Args[1] == "read" {
		read(os.Args[2], os.Args[3], os.Args[4:])
		return
	}
	require(len(os.Args) == 2 && os.Args[1] == "make", "usage: make | read URL KEY [WITNESS …]")
	makeVectors()
}
