package main

import (
	"runtime"
	"sync"

	"gokit"
)

const calls = 2000

// measure sums what `calls` calls allocate. An even number, since two words share
// a block of the tiny allocator.
func measure(variant string, f func()) gokit.Row {
	return gokit.Measure(variant, calls, f)
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
	gokit.Exact()
	tables := []gokit.Table{
		gokit.Rows("one", measure("one_fresh", oneFresh), measure("one_pooled", onePooled)),
		gokit.Rows("burst", measure("burst_fresh", burstFresh), measure("burst_pooled", burstPooled)),
		gokit.Rows("miss", measure("one_detached", oneDetached), measure("one_oversized", oneOversized)),
		gokit.Rows("tiny", measure("tiny_fresh", tinyFresh), measure("tiny_pooled", tinyPooled)),
	}
	const many = 20000
	box := measure("boxed", putBoxed)
	facts := []gokit.Fact{
		gokit.Figures("kept", "count", waiting(many, 0)),
		gokit.Figures("idle", "count", waiting(many, 0), waiting(many, 1), waiting(many, 2)),
		gokit.Figures("large", "bytes", large()),
		gokit.Over(calls, "boxed", "bytes", box.Bytes),
	}
	gokit.Print("lab6", tables, facts)
}
