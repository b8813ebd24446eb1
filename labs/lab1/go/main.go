package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
)

// The record that `cargo labs measure` reads; see labs/ledger.
type output struct {
	Format int    `json:"format"`
	Lab    string `json:"lab"`
	Build  build  `json:"build"`
	Body   body   `json:"body"`
}

type build struct {
	Toolchain string `json:"toolchain"`
	Target    string `json:"target"`
	Profile   string `json:"profile"`
}

type body struct {
	Tables []table `json:"tables"`
	Facts  []fact  `json:"facts"`
}

type table struct {
	Name string `json:"name"`
	Rows []row  `json:"rows"`
}

type row struct {
	Variant string `json:"variant"`
	Calls   uint64 `json:"calls"`
	Blocks  uint64 `json:"blocks"`
	Bytes   uint64 `json:"bytes"`
}

type fact struct {
	Name   string   `json:"name"`
	Unit   string   `json:"unit"`
	Values []uint64 `json:"values"`
	Calls  uint64   `json:"calls"`
}

const (
	count = 1000
	calls = 2000
)

// Results are kept where the compiler cannot prove them unused.
var (
	keepText    string
	keepRecords []*record
	keepLen     int
)

// measure sums what `calls` calls allocate. The collector is off: a collection
// empties sync.Pool and would add what it costs to fill it again. An even
// number of calls, because single calls of buildRecords differ by one block of
// the tiny allocator, in turn.
func measure(variant string, f func()) row {
	f()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := 0; i < calls; i++ {
		f()
	}
	runtime.ReadMemStats(&after)
	return row{variant, calls, after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}
}

// profiled counts the blocks that a heap profile with rate 1 shows for
// `rounds` calls of buildRecords.
func profiled(rounds int) uint64 {
	snapshot := func() (blocks uint64) {
		runtime.GC()
		runtime.GC() // two collections publish what was allocated before
		n, _ := runtime.MemProfile(nil, true)
		records := make([]runtime.MemProfileRecord, n+100)
		n, _ = runtime.MemProfile(records, true)
		for _, r := range records[:n] {
			frames := runtime.CallersFrames(r.Stack())
			for {
				frame, more := frames.Next()
				if frame.Function == "main.buildRecords" {
					blocks += uint64(r.AllocObjects)
					break
				}
				if !more {
					break
				}
			}
		}
		return blocks
	}
	before := snapshot()
	for i := 0; i < rounds; i++ {
		keepRecords = buildRecords(count)
	}
	return snapshot() - before
}

// chain lists the capacities that a growing bytes.Buffer passes through.
func chain(records []*record) (steps []uint64) {
	var text bytes.Buffer
	for i := range records {
		for _, piece := range []string{records[i].name, ",", "a", "b", "\n"} {
			text.WriteString(piece)
			if c := uint64(text.Cap()); len(steps) == 0 || steps[len(steps)-1] != c {
				steps = append(steps, c)
			}
		}
	}
	return steps
}

func main() {
	// Set before the first allocation that matters; the profile needs rate 1.
	runtime.MemProfileRate = 1
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	records := buildRecords(count)

	building := []row{measure("build_records", func() { keepRecords = buildRecords(count) })}
	encoding := []row{
		measure("encode_fresh", func() { keepText = encodeFresh(records) }),
		measure("encode_exact", func() { keepText = encodeExact(records) }),
		measure("encode_pooled", func() { keepText = encodePooled(records) }),
		measure("encode_with", func() { encodeWith(records, func(text []byte) { keepLen = len(text) }) }),
	}
	const rounds = 100
	facts := []fact{
		{"text", "bytes", []uint64{uint64(len(encodeFresh(records)))}, 1},
		{"chain", "bytes", chain(records), 1},
		{"profiled", "blocks", []uint64{profiled(rounds)}, rounds},
	}
	out := output{
		Format: 1,
		Lab:    "lab1",
		Build:  build{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "GOMAXPROCS=1 GOGC=off"},
		Body:   body{[]table{{"building", building}, {"pipeline", encoding}}, facts},
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println(string(text))
}
