package main

import "gokit"

// measure counts what one call allocates.
func measure(variant string, f func()) gokit.Row {
	return gokit.Measure(variant, 1, f)
}

func main() {
	gokit.Exact()
	tables := []gokit.Table{
		gokit.Rows("append",
			measure("append_fresh", appendFresh),
			measure("append_array", appendArray),
			measure("append_reused", appendReused),
			measure("append_pooled", appendPooled),
			measure("append_boxed", appendBoxed),
		),
		gokit.Rows("offers",
			measure("offer_lossy", func() { offerLossy(offers) }),
			measure("offer_growing", func() { offerGrowing(offers) }),
		),
		gokit.Rows("copies",
			measure("copy_fresh", copyFresh),
			measure("copy_in_place", copyInPlace),
			measure("copy_append", copyAppend),
		),
	}
	offerGrowing(offers)
	offered := uint64(len(keep))
	offerLossy(offers)
	kept := uint64(len(keep))
	offerLossy(copies)
	facts := []gokit.Fact{
		gokit.Figures("offered", "bytes", offered),
		gokit.Figures("kept", "bytes", kept),
		gokit.Figures("lost", "count", (offered-kept)/uint64(len(text))),
		gokit.Figures("endless", "bytes", uint64(len(keep)), uint64(copies*len(text))),
		gokit.Figures("moved", "bytes", moved()...),
	}
	gokit.Print("lab5", tables, facts)
}
