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

// measure counts what one call allocates. The collector is off: a collection
// empties sync.Pool and would add what it costs to fill it again.
func measure(variant string, f func()) row {
	f()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return row{variant, 1, after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}
}

func main() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	tables := []table{
		{"append", []row{
			measure("append_fresh", func() { appendFresh(times) }),
			measure("append_array", appendArray),
			measure("append_reused", appendReused),
			measure("append_pooled", func() { appendPooled(times) }),
			measure("append_boxed", func() { appendBoxed(times) }),
		}},
		{"offers", []row{
			measure("offer_lossy", func() { offerLossy(offers) }),
			measure("offer_growing", func() { offerGrowing(offers) }),
		}},
		{"copies", []row{
			measure("copy_fresh", copyFresh),
			measure("copy_in_place", copyInPlace),
			measure("copy_append", copyAppend),
		}},
	}
	// The Go text's own number of appends.
	millions := []uint64{
		measure("", func() { appendFresh(million) }).Blocks,
		measure("", func() { appendPooled(million) }).Blocks,
		measure("", func() { appendBoxed(million) }).Blocks,
	}
	offerGrowing(offers)
	offered := uint64(len(keep))
	offerLossy(offers)
	kept := uint64(len(keep))
	offerLossy(times)
	facts := []fact{
		{"millions", "blocks", millions, 1},
		{"offered", "bytes", []uint64{offered}, 1},
		{"kept", "bytes", []uint64{kept}, 1},
		{"lost", "count", []uint64{(offered - kept) / uint64(len(text))}, 1},
		{"endless", "bytes", []uint64{uint64(len(keep)), uint64(times * len(text))}, 1},
		{"moved", "bytes", moved(), 1},
	}
	out := output{
		Format: 1,
		Lab:    "lab5",
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
