// The pipeline of lab1 in Go: the same records, the same text, the same
// variants under the same names, so that the two languages' counts stand side
// by side. Rebuilt from the description in the Chinese text; its own listing
// of the fresh variant is not printed there.
package main

import (
	"bytes"

	"gokit"
)

// encodeExact sizes the buffer first.
func encodeExact(records []*gokit.Record) string {
	size := 0
	for _, r := range records {
		size += r.Len()
	}
	return gokit.EncodeExact(records, size)
}

// encodeWith reuses a buffer and lends it: nothing is returned.
func encodeWith(records []*gokit.Record, use func([]byte)) {
	text := gokit.Buffers.Get().(*bytes.Buffer)
	defer gokit.Buffers.Put(text)
	text.Reset()
	gokit.AppendRecords(text, records)
	use(text.Bytes())
}
