package gokit

import (
	"runtime"
	"strings"
)

// Profiled sums what a heap profile of every allocation shows for f: objects and
// bytes of stacks in which `function` stands, except those in which a name that
// begins with `without` does, if it is not empty. runtime.MemProfileRate must
// have been 1 since before the first allocation that matters. The collections
// before f empty all pools, fmt's too.
func Profiled(f func(), function, without string) (objects, size uint64) {
	before, bytesBefore := profile(function, without)
	f()
	after, bytesAfter := profile(function, without)
	return after - before, bytesAfter - bytesBefore
}

// profile is the same for all that was allocated so far.
func profile(function, without string) (objects, size uint64) {
	runtime.GC()
	runtime.GC() // two collections publish what was allocated before
	n, _ := runtime.MemProfile(nil, true)
	records := make([]runtime.MemProfileRecord, n+100)
	n, _ = runtime.MemProfile(records, true)
	for _, r := range records[:n] {
		frames, found, left := runtime.CallersFrames(r.Stack()), false, false
		for more := true; more; {
			var frame runtime.Frame
			frame, more = frames.Next()
			found = found || frame.Function == function
			left = left || (without != "" && strings.HasPrefix(frame.Function, without))
		}
		if found && !left {
			objects += uint64(r.AllocObjects)
			size += uint64(r.AllocBytes)
		}
	}
	return objects, size
}
