package main

import (
	"bytes"
	"runtime"

	"gokit"
)

const (
	count = 1000
	calls = 2000
)

// Results are kept where the compiler cannot prove them unused.
var (
	keepText    string
	keepRecords []*gokit.Record
	keepLen     int
)

// measure sums what `calls` calls allocate. An even number, because single calls
// of BuildRecords differ by one block of the tiny allocator, in turn.
func measure(variant string, f func()) gokit.Row {
	return gokit.Measure(variant, calls, f)
}

// profiled counts the blocks that a heap profile with rate 1 shows for
// `rounds` calls of BuildRecords.
func profiled(rounds int) uint64 {
	blocks, _ := gokit.Profiled(func() {
		for i := 0; i < rounds; i++ {
			keepRecords = gokit.BuildRecords(count)
		}
	}, "gokit.BuildRecords", "")
	return blocks
}

// chain lists the capacities that a growing bytes.Buffer passes through.
func chain(records []*gokit.Record) (steps []uint64) {
	var text bytes.Buffer
	for i := range records {
		for _, piece := range []string{records[i].Name, ",", "a", "b", "\n"} {
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
	gokit.Exact()
	records := gokit.BuildRecords(count)

	building := gokit.Rows("building", measure("build_records", func() { keepRecords = gokit.BuildRecords(count) }))
	encoding := gokit.Rows("pipeline",
		measure("encode_fresh", func() { keepText = gokit.EncodeFresh(records) }),
		measure("encode_exact", func() { keepText = encodeExact(records) }),
		measure("encode_pooled", func() { keepText = gokit.EncodePooled(records) }),
		measure("encode_with", func() { encodeWith(records, func(text []byte) { keepLen = len(text) }) }),
	)
	const rounds = 100
	facts := []gokit.Fact{
		gokit.Figures("text", "bytes", uint64(len(gokit.EncodeFresh(records)))),
		gokit.Figures("chain", "bytes", chain(records)...),
		gokit.Over(rounds, "profiled", "blocks", profiled(rounds)),
	}
	gokit.Print("lab1", []gokit.Table{building, encoding}, facts)
}
