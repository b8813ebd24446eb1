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

const calls = 1000

// Sums are kept where the compiler cannot prove them unused.
var keepSum uint32

// measure sums what `calls` calls allocate. The collector is off: a collection
// empties sync.Pool and would add what it costs to fill it again.
func measure(variant string, f func([]byte) uint32) row {
	text := bytes.Repeat([]byte("a"), bodyLen)
	want := streamed(text)
	if f(text) != want {
		panic(variant + " sums up another frame")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := 0; i < calls; i++ {
		keepSum = f(text)
	}
	runtime.ReadMemStats(&after)
	return row{variant, calls, after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}
}

// chain lists the capacities that a buffer passes through while it gets a frame.
func chain() []uint64 {
	var frame bytes.Buffer
	frame.Write(prefix)
	first := uint64(frame.Cap())
	frame.Write(make([]byte, bodyLen))
	return []uint64{first, uint64(frame.Cap())}
}

// afterCollections counts the bytes of one pooled frame after one collection and
// after two. The pool registers itself anew after each, and after the second
// what waited in it is gone.
func afterCollections() (bytes []uint64) {
	text := make([]byte, bodyLen)
	for _, collections := range []int{1, 2} {
		keepSum = pooled(text)
		var before, after runtime.MemStats
		for i := 0; i < collections; i++ {
			runtime.GC()
		}
		runtime.ReadMemStats(&before)
		keepSum = pooled(text)
		runtime.ReadMemStats(&after)
		bytes = append(bytes, after.TotalAlloc-before.TotalAlloc)
	}
	return bytes
}

// stillHeld is the capacity that a pool's buffer has after one frame of 16 MiB
// and then many small ones, each after a collection.
func stillHeld() uint64 {
	text := make([]byte, bodyLen)
	keepSum = pooled(make([]byte, 16<<20))
	for i := 0; i < 50; i++ {
		runtime.GC()
		keepSum = pooled(text)
	}
	frame := pool.Get().(*bytes.Buffer)
	held := uint64(frame.Cap())
	pool.Put(frame)
	return held
}

func main() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	rows := []row{
		measure("fresh", fresh),
		measure("exact", exact),
		measure("reused", reused),
		measure("pooled", pooled),
		measure("stack", stack),
		measure("streamed", streamed),
	}
	alone := measure("local", local)
	facts := []fact{
		{"chain", "bytes", chain(), 1},
		{"local", "bytes", []uint64{alone.Bytes}, calls},
		{"local_blocks", "blocks", []uint64{alone.Blocks}, calls},
		{"collected", "bytes", afterCollections(), 1},
		{"held", "bytes", []uint64{stillHeld()}, 1},
	}
	out := output{
		Format: 1,
		Lab:    "lab4",
		Build:  build{runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "GOMAXPROCS=1 GOGC=off"},
		Body:   body{[]table{{"frame", rows}}, facts},
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println(string(text))
}
