module gokit

go 1.21
