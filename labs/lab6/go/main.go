package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
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

const calls = 2000

// measure sums what `calls` calls allocate. The collector is off: a collection
// empties sync.Pool and would add what it costs to fill it again. An even
// number of calls, since two words share a block of the tiny allocator.
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

// waiting counts what is left of so many values that were put at once, after
// some collections.
func waiting(values, collections int) (left uint64) {
	var pool sync.Pool
	for i := 0; i < values; i++ {
		pool.Put(new([frame]byte))
	}
	for i := 0; i < collections; i++ {
		runtime.GC()
	}
	for pool.Get() != nil {
		left++
	}
	return left
}

// large is the capacity that a busy pool hands out after one buffer has grown
// to 16 MiB and fifty collections have passed.
func large() uint64 {
	pool := sync.Pool{New: pool.New}
	buffer := pool.Get().(*[]byte)
	*buffer = make([]byte, 0, 16<<20)
	pool.Put(buffer)
	for i := 0; i < 50; i++ {
		runtime.GC()
		buffer := pool.Get().(*[]byte)
		*buffer = fill(*buffer)
		pool.Put(buffer)
	}
	return uint64(cap(*pool.Get().(*[]byte)))
}

func main() {
	runtime.MemProfileRate = 0
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	tables := []table{
		{"one", []row{measure("one_fresh", oneFresh), measure("one_pooled", onePooled)}},
		{"burst", []row{measure("burst_fresh", burstFresh), measure("burst_pooled", burstPooled)}},
		{"miss", []row{measure("one_detached", oneDetached), measure("one_oversized", oneOversized)}},
		{"tiny", []row{measure("tiny_fresh", tinyFresh), measure("tiny_pooled", tinyPooled)}},
	}
	const many = 20000
	box := measure("boxed", putBoxed)
	facts := []fact{
		{"kept", "count", []uint64{waiting(many, 0)}, 1},
		{"idle", "count", []uint64{waiting(many, 0), waiting(many, 1), waiting(many, 2)}, 1},
		{"large", "bytes", []uint64{large()}, 1},
		{"boxed", "bytes", []uint64{box.Bytes}, calls},
	}
	out := output{
		Format: 1,
		Lab:    "lab6",
		Build:  build{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "GOMAXPROCS=1 GOGC=off"},
		Body:   body{tables, facts},
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println(string(text))
}
