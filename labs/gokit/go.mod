module gokit

go 1.27.0
