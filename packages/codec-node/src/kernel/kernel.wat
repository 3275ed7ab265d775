;; The loops that JavaScript is slow at. `npm run assemble` makes kernel-bytes.ts of this.
;; The first page of the memory is the kernel's own. At 0 a gear table shifted left by one (2 KiB), at 2,048 the gear table (2 KiB), at 4,096 1,024
;; slots of 16 bits, at 6,144 the hash with which a scan was left, at 8,192 2,048 counts of 32 bits, at 16,384 the weights of counts up to 4,096
;; (floats of 64 bits), at 57,344 8,192 marks of a byte each.
(module
  (import "svc" "memory" (memory 1 65536 shared))

  ;; FastCDC: the address of the byte that ends a chunk, or 0. Looks at the bytes from $at to $center with one mask, from there to $limit with the
  ;; other; all are an even number of bytes apart. Takes two bytes a step: the first is tested in a hash that is shifted by one already.
  ;; A scan that found nothing can be resumed where it ended.
  (func (export "cut") (param $at i32) (param $center i32) (param $limit i32) (param $small i64) (param $large i64) (param $resume i32)
      (result i32)
    (local $hash i64) (local $shifted i64) (local $first i64)
    (local $mask i64) (local $mask_shifted i64) (local $end i32)
    (if (local.get $resume) (then (local.set $hash (i64.load (i32.const 6144)))))
    (local.set $mask (local.get $small))
    (local.set $end (local.get $center))
    (loop $halves
      (local.set $mask_shifted (i64.shl (local.get $mask) (i64.const 1)))
      (block $half_done
        (loop $next
          (br_if $half_done (i32.ge_u (local.get $at) (local.get $end)))
          (local.set $first (i64.load (i32.shl (i32.load8_u (local.get $at)) (i32.const 3))))
          (local.set $shifted (i64.shl (local.get $hash) (i64.const 2)))
          (local.set $hash (i64.add (local.get $shifted)
            (i64.add (local.get $first) (i64.load offset=2048 (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 3))))))
          (if (i64.eqz (i64.and (i64.add (local.get $shifted) (local.get $first)) (local.get $mask_shifted)))
            (then (return (local.get $at))))
          (if (i64.eqz (i64.and (local.get $hash) (local.get $mask)))
            (then (return (i32.add (local.get $at) (i32.const 1)))))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $next)))
      (if (i32.lt_u (local.get $end) (local.get $limit))
        (then
          (local.set $mask (local.get $large))
          (local.set $end (local.get $limit))
          (br $halves))))
    (i64.store (i32.const 6144) (local.get $hash))
    (i32.const 0))

  ;; Gathers the bytes at even positions at $even and those at odd positions at $odd.
  (func (export "split") (param $from i32) (param $length i32) (param $even i32) (param $odd i32)
    (local $end i32) (local $vector_end i32) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $from) (local.get $length)))
    (local.set $vector_end (i32.add (local.get $from) (i32.and (local.get $length) (i32.const -32))))
    (block $vectors_done
      (loop $next
        (br_if $vectors_done (i32.ge_u (local.get $from) (local.get $vector_end)))
        (local.set $low (v128.load (local.get $from)))
        (local.set $high (v128.load offset=16 (local.get $from)))
        (v128.store (local.get $even)
          (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $low) (local.get $high)))
        (v128.store (local.get $odd)
          (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $low) (local.get $high)))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (local.set $even (i32.add (local.get $even) (i32.const 16)))
        (local.set $odd (i32.add (local.get $odd) (i32.const 16)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (i32.store8 (local.get $even) (i32.load8_u (local.get $from)))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (local.set $even (i32.add (local.get $even) (i32.const 1)))
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (i32.store8 (local.get $odd) (i32.load8_u (local.get $from)))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (local.set $odd (i32.add (local.get $odd) (i32.const 1)))
        (br $next))))

  ;; The inverse of split: $length bytes at $to.
  (func (export "join") (param $even i32) (param $odd i32) (param $length i32) (param $to i32)
    (local $end i32) (local $vector_end i32) (local $low v128) (local $high v128)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (local.set $vector_end (i32.add (local.get $to) (i32.and (local.get $length) (i32.const -32))))
    (block $vectors_done
      (loop $next
        (br_if $vectors_done (i32.ge_u (local.get $to) (local.get $vector_end)))
        (local.set $low (v128.load (local.get $even)))
        (local.set $high (v128.load (local.get $odd)))
        (v128.store (local.get $to)
          (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $low) (local.get $high)))
        (v128.store offset=16 (local.get $to)
          (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $low) (local.get $high)))
        (local.set $to (i32.add (local.get $to) (i32.const 32)))
        (local.set $even (i32.add (local.get $even) (i32.const 16)))
        (local.set $odd (i32.add (local.get $odd) (i32.const 16)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
        (i32.store8 (local.get $to) (i32.load8_u (local.get $even)))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (local.set $even (i32.add (local.get $even) (i32.const 1)))
        (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
        (i32.store8 (local.get $to) (i32.load8_u (local.get $odd)))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (local.set $odd (i32.add (local.get $odd) (i32.const 1)))
        (br $next))))

  ;; At how many of the $count positions from $from on, fewer than 65,535, the 8 bytes there have occurred before, as far as the slots remember, but
  ;; not just one byte before: runs of one value do not count.
  (func (export "repeats") (param $from i32) (param $count i32) (result i32)
    (local $position i32) (local $slot i32) (local $earlier i32) (local $found i32) (local $bytes i64)
    (memory.fill (i32.const 4096) (i32.const 0) (i32.const 2048))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $position) (local.get $count)))
        (local.set $bytes (i64.load (i32.add (local.get $from) (local.get $position))))
        (local.set $slot (i32.shl
          (i32.wrap_i64 (i64.shr_u (i64.mul (local.get $bytes) (i64.const 0x9e3779b97f4a7c15)) (i64.const 54)))
          (i32.const 1)))
        (local.set $earlier (i32.load16_u offset=4096 (local.get $slot)))
        (local.set $position (i32.add (local.get $position) (i32.const 1)))
        (i32.store16 offset=4096 (local.get $slot) (local.get $position))
        ;; Whether a slot is empty is a toss, so nothing branches on it: an empty one leads to the byte before $from and does not count.
        (local.set $found (i32.add (local.get $found)
          (i32.and
            (i32.and (i32.ne (local.get $earlier) (i32.const 0))
              (i32.ne (i32.add (local.get $earlier) (i32.const 1)) (local.get $position)))
            (i64.eq (local.get $bytes)
              (i64.load (i32.sub (i32.add (local.get $from) (local.get $earlier)) (i32.const 1)))))))
        (br $next)))
    (local.get $found))

  ;; At how many even positions of the first $count and one more from $from on the 7 bytes there may have occurred before: never fewer than that, and of
  ;; noise few more. Wherever 8 bytes have occurred before, so have the 7 of them that begin at the even one of their first two positions.
  (func (export "recurrences") (param $from i32) (param $count i32) (result i32)
    (local $end i32) (local $slot i32) (local $found i32)
    (memory.fill (i32.const 57344) (i32.const 0) (i32.const 8192))
    (local.set $end (i32.add (local.get $from) (local.get $count)))
    (loop $next
      (local.set $slot (i32.wrap_i64 (i64.shr_u
        (i64.mul (i64.shl (i64.load (local.get $from)) (i64.const 8)) (i64.const 0x9e3779b97f4a7c15)) (i64.const 51))))
      (local.set $found (i32.add (local.get $found) (i32.load8_u offset=57344 (local.get $slot))))
      (i32.store8 offset=57344 (local.get $slot) (i32.const 1))
      (i32.store8 offset=57344
        (i32.wrap_i64 (i64.shr_u
          (i64.mul (i64.shl (i64.load offset=1 (local.get $from)) (i64.const 8)) (i64.const 0x9e3779b97f4a7c15)) (i64.const 51)))
        (i32.const 1))
      (local.set $from (i32.add (local.get $from) (i32.const 2)))
      (br_if $next (i32.le_u (local.get $from) (local.get $end))))
    (local.get $found))

  ;; Copies $bytes bytes.
  (func (export "copy") (param $from i32) (param $bytes i32) (param $to i32)
    (memory.copy (local.get $to) (local.get $from) (local.get $bytes)))

  ;; Sets all counts to zero.
  (func (export "clear")
    (memory.fill (i32.const 8192) (i32.const 0) (i32.const 8192)))

  ;; Counts $bytes bytes more, a multiple of 8, each by its position modulo 8 and its value.
  (func (export "count") (param $from i32) (param $bytes i32)
    (local $end i32) (local $word_end i32) (local $position i32) (local $slot i32) (local $low i32) (local $high i32)
    (local.set $end (i32.add (local.get $from) (local.get $bytes)))
    (local.set $word_end (i32.add (local.get $from) (i32.and (local.get $bytes) (i32.const -8))))
    (block $words_done
      (loop $next
        (br_if $words_done (i32.ge_u (local.get $from) (local.get $word_end)))
        (local.set $low (i32.load (local.get $from)))
        (local.set $high (i32.load offset=4 (local.get $from)))
        (local.set $slot (i32.shl (i32.and (local.get $low) (i32.const 255)) (i32.const 2)))
        (i32.store offset=8192 (local.get $slot) (i32.add (i32.load offset=8192 (local.get $slot)) (i32.const 1)))
        (local.set $slot (i32.and (i32.shr_u (local.get $low) (i32.const 6)) (i32.const 1020)))
        (i32.store offset=9216 (local.get $slot) (i32.add (i32.load offset=9216 (local.get $slot)) (i32.const 1)))
        (local.set $slot (i32.and (i32.shr_u (local.get $low) (i32.const 14)) (i32.const 1020)))
        (i32.store offset=10240 (local.get $slot) (i32.add (i32.load offset=10240 (local.get $slot)) (i32.const 1)))
        (local.set $slot (i32.and (i32.shr_u (local.get $low) (i32.const 22)) (i32.const 1020)))
        (i32.store offset=11264 (local.get $slot) (i32.add (i32.load offset=11264 (local.get $slot)) (i32.const 1)))
        (local.set $slot (i32.shl (i32.and (local.get $high) (i32.const 255)) (i32.const 2)))
        (i32.store offset=12288 (local.get $slot) (i32.add (i32.load offset=12288 (local.get $slot)) (i32.const 1)))
        (local.set $slot (i32.and (i32.shr_u (local.get $high) (i32.const 6)) (i32.const 1020)))
        (i32.store offset=13312 (local.get $slot) (i32.add (i32.load offset=13312 (local.get $slot)) (i32.const 1)))
        (local.set $slot (i32.and (i32.shr_u (local.get $high) (i32.const 14)) (i32.const 1020)))
        (i32.store offset=14336 (local.get $slot) (i32.add (i32.load offset=14336 (local.get $slot)) (i32.const 1)))
        (local.set $slot (i32.and (i32.shr_u (local.get $high) (i32.const 22)) (i32.const 1020)))
        (i32.store offset=15360 (local.get $slot) (i32.add (i32.load offset=15360 (local.get $slot)) (i32.const 1)))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (local.set $slot (i32.add
          (i32.shl (local.get $position) (i32.const 10))
          (i32.shl (i32.load8_u (local.get $from)) (i32.const 2))))
        (i32.store offset=8192 (local.get $slot) (i32.add (i32.load offset=8192 (local.get $slot)) (i32.const 1)))
        (local.set $position (i32.add (local.get $position) (i32.const 1)))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $next))))

  ;; The sum of the weights of the first $counts counts, a multiple of 4. Weights are integers, so that the order of the sums does not matter.
  (func (export "weigh") (param $counts i32) (result f64)
    (local $at i32) (local $end i32) (local $sum0 f64) (local $sum1 f64) (local $sum2 f64) (local $sum3 f64)
    (local.set $end (i32.shl (local.get $counts) (i32.const 2)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $sum0 (f64.add (local.get $sum0)
          (f64.load offset=16384 (i32.shl (i32.load offset=8192 (local.get $at)) (i32.const 3)))))
        (local.set $sum1 (f64.add (local.get $sum1)
          (f64.load offset=16384 (i32.shl (i32.load offset=8196 (local.get $at)) (i32.const 3)))))
        (local.set $sum2 (f64.add (local.get $sum2)
          (f64.load offset=16384 (i32.shl (i32.load offset=8200 (local.get $at)) (i32.const 3)))))
        (local.set $sum3 (f64.add (local.get $sum3)
          (f64.load offset=16384 (i32.shl (i32.load offset=8204 (local.get $at)) (i32.const 3)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (f64.add (f64.add (local.get $sum0) (local.get $sum1)) (f64.add (local.get $sum2) (local.get $sum3))))

  ;; Adds the second half of the first 2 * $counts counts to their first half.
  (func (export "fold") (param $counts i32)
    (local $at i32) (local $other i32) (local $end i32)
    (local.set $end (i32.shl (local.get $counts) (i32.const 2)))
    (local.set $other (local.get $end))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (v128.store offset=8192 (local.get $at)
          (i32x4.add (v128.load offset=8192 (local.get $at)) (v128.load offset=8192 (local.get $other))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $next)))))
