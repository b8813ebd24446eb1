package main

import (
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

// Results are kept where the compiler cannot prove them unused.
var (
	keepBytes   []byte
	keepPointer *int
	keepInt     int
)

// rounds is how often a row's calls are made: even, since the smallest objects
// share blocks.
const rounds = 10

// measure sums what `rounds` times `calls` calls allocate.
func measure(variant string, call func(number int)) row {
	thousand := func() {
		for number := 0; number < calls; number++ {
			call(number)
		}
	}
	thousand()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := 0; i < rounds; i++ {
		thousand()
	}
	runtime.ReadMemStats(&after)
	return row{variant, rounds, after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}
}

// each is measure for one call, in bytes per call.
func each(name, unit string, call func(number int)) fact {
	row := measure(name, call)
	value := row.Blocks
	if unit == "bytes" {
		value = row.Bytes
	}
	return fact{name, unit, []uint64{value}, rounds * calls}
}

func tables(store *nodeStore, hashes [values]hash) []table {
	reads := 0
	s, l := &small{chunks: store, reads: &reads}, &large{chunks: store, reads: &reads}
	h := hashes[0]
	nth := func(number int) hash { return hashes[number%values] }
	o := &owner{}
	receivers := []row{
		measure("field_concrete", func(int) { o.bytes = nil; o.fieldConcrete(store, h); keepBytes = o.bytes }),
		measure("field_dyn", func(int) { o.bytes = nil; o.fieldDyn(store, h); keepBytes = o.bytes }),
		measure("listing_pointer", func(int) { keepBytes = s.listingPointer(h) }),
		measure("listing_value", func(int) { keepBytes = s.listingValue(h) }),
		measure("boxed_pointer", func(int) { keepBytes = s.boxedPointer(h) }),
		measure("boxed_value", func(int) { keepBytes = s.boxedValue(h) }),
	}
	larger := []row{
		measure("listing_pointer", func(int) { keepBytes = l.listingPointer(h) }),
		measure("listing_value", func(int) { keepBytes = l.listingValue(h) }),
		measure("boxed_pointer", func(int) { keepBytes = l.boxedPointer(h) }),
		measure("boxed_value", func(int) { keepBytes = l.boxedValue(h) }),
	}
	callbacks := []row{
		measure("callback_dyn", func(n int) { keepInt = callbackDyn(store, nth(n), leaf) }),
		measure("callback_generic", func(n int) { keepInt = callbackGeneric(store, nth(n), leaf) }),
	}
	lazies := make([]lazyValue, values)
	results := []row{
		measure("read_vec", func(n int) { keepBytes = readVec(store, nth(n)) }),
		measure("read_slice", func(n int) {
			if n == 0 {
				for i := range lazies {
					lazies[i] = lazyValue{hash: hashes[i]}
				}
			}
			keepBytes = readSlice(store, &lazies[n%values])
		}),
	}
	return []table{{"receivers", receivers}, {"large", larger}, {"callbacks", callbacks}, {"results", results}}
}

func facts(store *nodeStore, hashes [values]hash) []fact {
	return []fact{
		each("callback_concrete", "blocks", func(n int) { keepInt = callbackConcrete(store, hashes[n%values], leaf) }),
		// Two addresses a call, and the first is read after the second was made.
		each("address_inlined", "blocks", func(int) { p, q := address(1), address(2); keepInt = *p + *q }),
		each("address_called", "blocks", func(int) { p, q := addressCalled(1), addressCalled(2); keepInt = *p + *q }),
		each("address_kept", "blocks", func(int) { keepPointer = address(1); keepPointer = address(2) }),
		{"address_read", "count", []uint64{firstOfTwo()}, 1},
	}
}

// firstOfTwo is what the text's example prints.
func firstOfTwo() uint64 {
	p := addressCalled(1)
	q := addressCalled(2)
	_ = q
	return uint64(*p)
}

func main() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	store, hashes := buildStore()
	out := output{
		Format: 1,
		Lab:    "lab2",
		Build:  build{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "GOMAXPROCS=1 GOGC=off"},
		Body:   body{tables(store, hashes), facts(store, hashes)},
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println(string(text))
}
