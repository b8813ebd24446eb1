package main

import "gokit"

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
func measure(variant string, call func(number int)) gokit.Row {
	return gokit.Measure(variant, rounds, func() {
		for number := 0; number < calls; number++ {
			call(number)
		}
	})
}

// each is measure for one call, in bytes per call.
func each(name, unit string, call func(number int)) gokit.Fact {
	row := measure(name, call)
	value := row.Blocks
	if unit == "bytes" {
		value = row.Bytes
	}
	return gokit.Over(rounds*calls, name, unit, value)
}

func tables(store *nodeStore, hashes [values]hash) []gokit.Table {
	reads := 0
	s, l := &small{chunks: store, reads: &reads}, &large{chunks: store, reads: &reads}
	h := hashes[0]
	nth := func(number int) hash { return hashes[number%values] }
	o := &owner{}
	receivers := gokit.Rows("receivers",
		measure("field_concrete", func(int) { o.bytes = nil; o.fieldConcrete(store, h); keepBytes = o.bytes }),
		measure("field_dyn", func(int) { o.bytes = nil; o.fieldDyn(store, h); keepBytes = o.bytes }),
		measure("listing_pointer", func(int) { keepBytes = s.listingPointer(h) }),
		measure("listing_value", func(int) { keepBytes = s.listingValue(h) }),
		measure("boxed_pointer", func(int) { keepBytes = s.boxedPointer(h) }),
		measure("boxed_value", func(int) { keepBytes = s.boxedValue(h) }),
	)
	larger := gokit.Rows("large",
		measure("listing_pointer", func(int) { keepBytes = l.listingPointer(h) }),
		measure("listing_value", func(int) { keepBytes = l.listingValue(h) }),
		measure("boxed_pointer", func(int) { keepBytes = l.boxedPointer(h) }),
		measure("boxed_value", func(int) { keepBytes = l.boxedValue(h) }),
	)
	callbacks := gokit.Rows("callbacks",
		measure("callback_dyn", func(n int) { keepInt = callbackDyn(store, nth(n), leaf) }),
		measure("callback_generic", func(n int) { keepInt = callbackGeneric(store, nth(n), leaf) }),
	)
	lazies := make([]lazyValue, values)
	results := gokit.Rows("results",
		measure("read_vec", func(n int) { keepBytes = readVec(store, nth(n)) }),
		measure("read_slice", func(n int) {
			if n == 0 {
				for i := range lazies {
					lazies[i] = lazyValue{hash: hashes[i]}
				}
			}
			keepBytes = readSlice(store, &lazies[n%values])
		}),
	)
	return []gokit.Table{receivers, larger, callbacks, results}
}

func facts(store *nodeStore, hashes [values]hash) []gokit.Fact {
	return []gokit.Fact{
		each("callback_concrete", "blocks", func(n int) { keepInt = callbackConcrete(store, hashes[n%values], leaf) }),
		// Two addresses a call, and the first is read after the second was made.
		each("address_inlined", "blocks", func(int) { p, q := address(1), address(2); keepInt = *p + *q }),
		each("address_called", "blocks", func(int) { p, q := addressCalled(1), addressCalled(2); keepInt = *p + *q }),
		each("address_kept", "blocks", func(int) { keepPointer = address(1); keepPointer = address(2) }),
		gokit.Figures("address_read", "count", firstOfTwo()),
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
	gokit.Exact()
	store, hashes := buildStore()
	gokit.Print("lab2", tables(store, hashes), facts(store, hashes))
}
