// The Go column of lab3: how slices, strings and buffers grow, and what that is
// charged with. The collector is off and one P runs, so every figure is exact.
package main

import (
	"bytes"
	"fmt"
	"runtime"
	"sync"

	"gokit"
)

const (
	elements = 1000
	pieces   = 200
	piece    = "word "
)

// Results are kept where the compiler cannot prove them unused.
var (
	keepWords    []uint64
	keepBytes    []byte
	keepTriples  [][3]uint64
	keepFrames   [][2048]byte
	keepPointers []*int
	keepStrings  []string
	keepText     string
	keepBuffer   *bytes.Buffer
	keepRecords  []*gokit.Record
	keepLen      int
)

func tables() []gokit.Table {
	words := byPush(elements)
	text := make([]string, pieces)
	for i := range text {
		text[i] = piece
	}
	const few, many = 10, 200
	return []gokit.Table{
		gokit.Rows("widths",
			gokit.Measure("push_bytes", many, func() { keepBytes = pushBytes(elements) }),
			gokit.Measure("push_words", many, func() { keepWords = pushWords(elements) }),
			gokit.Measure("push_triples", many, func() { keepTriples = pushTriples(elements) }),
			gokit.Measure("push_frames", few, func() { keepFrames = pushFrames(elements) }),
		),
		gokit.Rows("ways",
			gokit.Measure("by_push", many, func() { keepWords = byPush(elements) }),
			gokit.Measure("by_with_capacity", many, func() { keepWords = byWithCapacity(elements) }),
			gokit.Measure("by_reserve", many, func() { keepWords = byReserve(elements) }),
			gokit.Measure("by_push_shrunk", many, func() { keepWords = byPushShrunk(elements) }),
		),
		gokit.Rows("hints",
			gokit.Measure("by_extend", many, func() { keepWords = byExtend(words) }),
			gokit.Measure("by_collect_filtered", many, func() { keepWords = byCollectFiltered(elements) }),
		),
		gokit.Rows("texts",
			gokit.Measure("text_by_push_str", many, func() { keepText = textByPushStr(text) }),
			gokit.Measure("text_by_plus", many, func() { keepText = textByPlus(text) }),
			gokit.Measure("text_by_format", many, func() { keepText = textByFormat(text) }),
			gokit.Measure("text_by_concat", many, func() { keepText = textByConcat(text) }),
		),
	}
}

// capacities lists all that a slice passes through while elements are appended
// one at a time, and how many elements the appends so far have moved whenever
// their number is one of `at`.
func capacities[T any](limit int, at []int) (chain, moved []uint64) {
	var all []T
	var zero T
	sum := uint64(0)
	for n := 1; n <= limit; n++ {
		before := cap(all)
		all = append(all, zero)
		if cap(all) != before {
			chain = append(chain, uint64(cap(all)))
			sum += uint64(n - 1)
		}
		if len(at) > 0 && n == at[0] {
			moved, at = append(moved, sum), at[1:]
		}
	}
	return chain, moved
}

func chains() []gokit.Fact {
	bytes, _ := capacities[byte](200_000, nil)
	words, moved := capacities[uint64](10_000_000, []int{10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000})
	first, _ := capacities[uint64](4096, nil)
	triples, _ := capacities[[3]uint64](20_000, nil)
	strings, _ := capacities[string](20_000, nil)
	pointers, _ := capacities[*int](20_000, nil)
	frames, _ := capacities[[2048]byte](2_000, nil)
	var next []uint64
	for _, full := range []int{4, 64, 256, 512, 1024, 2048, 4096, 65536} {
		next = append(next, uint64(cap(append(make([]uint64, full), 0))))
	}
	return []gokit.Fact{
		gokit.Figures("next", "count", next...),
		gokit.Figures("chain_bytes", "count", bytes...),
		gokit.Figures("chain", "count", first...),
		gokit.Figures("chain_words", "count", words...),
		gokit.Figures("chain_triples", "count", triples...),
		gokit.Figures("chain_frames", "count", frames...),
		gokit.Figures("chain_strings", "count", strings...),
		gokit.Figures("chain_pointers", "count", pointers...),
		gokit.Figures("moved", "count", moved...),
	}
}

// registered is what the first use of a pool after a collection allocates, by
// the number of Ps; the least of a few, since the runtime may allocate too.
func registered() []gokit.Fact {
	out := series{name: "pool"}
	for _, procs := range []int{1, 2, 4, 5, 10, 32} {
		runtime.GOMAXPROCS(procs)
		var least series
		for i := 0; i < 5; i++ {
			p := new(sync.Pool)
			value := new(bytes.Buffer)
			runtime.GC()
			least.add(func() { p.Put(value) })
		}
		at := 0
		for i, size := range least.bytes {
			if size < least.bytes[at] {
				at = i
			}
		}
		out.bytes, out.objects = append(out.bytes, least.bytes[at]), append(out.objects, least.objects[at])
	}
	runtime.GOMAXPROCS(1)
	return out.facts()
}

// refill fills fmt's pool, which the collections of a profile emptied.
func refill() {
	keepText = fmt.Sprintf("rec-%d", 0)
}

func listed() (facts []gokit.Fact) {
	records := gokit.BuildRecords(elements)
	size := len(gokit.EncodeFresh(records))
	gokit.EncodePooled(records)
	encode := series{name: "encode"}
	encode.add(func() { keepText = gokit.EncodeFresh(records) })
	encode.add(func() { keepText = gokit.EncodeExact(records, size) })
	encode.add(func() { keepText = gokit.EncodePooled(records) })
	var chain bytes.Buffer
	var steps, lengths []uint64
	for _, r := range records {
		for _, part := range []string{r.Name, ",", "a", "b", "\n"} {
			before := chain.Cap()
			chain.WriteString(part)
			if chain.Cap() != before {
				steps, lengths = append(steps, uint64(chain.Cap())), append(lengths, uint64(chain.Len()))
			}
		}
	}
	build := series{name: "build"}
	build.add(func() { keepRecords = gokit.BuildRecords(elements) })
	build.add(func() { keepRecords = gokit.BuildRecords(elements); keepRecords = gokit.BuildRecords(elements) })
	frame := series{name: "frame"}
	frameEscaping(false)
	frame.add(func() { keepLen = frameEscaping(false) })
	frame.add(func() { keepLen = frameLocal() })
	frameEscaping(true)
	frame.add(func() { keepLen = frameEscaping(true) })
	runtime.GC()
	runtime.GC() // the pool's buffer survives one collection, and not two
	frame.add(func() { keepLen = frameEscaping(true) })

	const rounds, service = 100, 4096
	call := func() {
		refill()
		for i := 0; i < rounds; i++ {
			keepRecords = gokit.BuildRecords(elements)
		}
	}
	builder, _ := gokit.Profiled(call, "gokit.BuildRecords", "fmt.")
	whole, _ := gokit.Profiled(call, "gokit.BuildRecords", "")
	grown, grownBytes := gokit.Profiled(func() {
		for i := 0; i < service; i++ {
			keepLen = frameEscaping(false)
		}
	}, "bytes.growSlice", "")
	facts = append(facts, gokit.Figures("text", "bytes", uint64(size)))
	facts = append(facts, gokit.Figures("buffer_chain", "bytes", steps...), gokit.Figures("buffer_lengths", "bytes", lengths...))
	facts = append(facts, encode.facts()...)
	facts = append(facts, build.facts()...)
	facts = append(facts, frame.facts()...)
	return append(facts,
		gokit.Over(rounds, "profiled_builder", "blocks", builder),
		gokit.Over(rounds, "profiled_sprintf", "blocks", whole-builder),
		gokit.Figures("service_grown_bytes", "bytes", grownBytes),
		gokit.Figures("service_grown", "blocks", grown),
	)
}

func main() {
	// Set before the first allocation that matters.
	runtime.MemProfileRate = 1
	gokit.Exact()
	keepText = textByFormat([]string{piece}) // fmt's pool is filled
	facts := programs()
	facts = append(facts, listed()...)
	facts = append(facts, chains()...)
	facts = append(facts, registered()...)
	gokit.Print("lab3", tables(), facts)
}
