;; Letters of texts, many at a time: what a loop of the language around this would do for each by itself. `npm run wasm`
;; translates this file.
(module
  (memory (export "memory") 1)

  ;; The text of a JSON string, from behind its opening quote, as the bytes it stands for. Sixteen letters are looked at
  ;; together, because nearly all of them are just copied.

  ;; How many bytes the last text had.
  (global $length (export "length") (mut i32) (i32.const 0))
  ;; 0 where nothing in it has to be taken out before it is shown; it may be 1 for a text that is harmless.
  (global $suspicious (export "suspicious") (mut i32) (i32.const 0))

  ;; Where the text ends: the place of its closing quote, of which there has to be one. Less than zero for what only
  ;; somebody else can read: a letter that is written as a number, or no JSON at all. Up to sixteen bytes more than the text
  ;; has are read and written. $unasked: 1 where nobody asks whether it is suspicious.
  (func (export "unescape") (param $from i32) (param $to i32) (param $unasked i32) (result i32)
    (local $begin i32)
    (local $letters v128)
    (local $marks i32)
    (local $letter i32)
    (local.set $begin (local.get $to))
    (global.set $suspicious (local.get $unasked))
    (loop $next
      (local.set $letters (v128.load (local.get $from)))
      (v128.store (local.get $to) (local.get $letters))
      ;; Only from DEL on there is anything to ask about. A table for each half of a byte tells those that may begin
      ;; something that nobody sees; DEL is one of them.
      (if (i32.eqz (global.get $suspicious))
        (then
          (if (v128.any_true (i8x16.ge_u (local.get $letters) (i8x16.splat (i32.const 0x7f))))
            (then
              (local.set $marks
                (i8x16.bitmask
                  (i8x16.ne
                    (v128.and
                      (i8x16.swizzle
                        (v128.const i8x16 12 12 15 12 8 8 10 10 10 10 14 10 11 11 10 30)
                        (v128.and (local.get $letters) (i8x16.splat (i32.const 0x0f))))
                      (i8x16.swizzle
                        (v128.const i8x16 0 0 0 0 0 0 0 16 0 0 0 0 1 2 4 8)
                        (i8x16.shr_u (local.get $letters) (i32.const 4))))
                    (i8x16.splat (i32.const 0)))))
              (if (local.get $marks) (then (call $look (local.get $from) (local.get $marks))))))))
      ;; Quotes, backslashes, and what may not stand in a string.
      (local.set $marks
        (i8x16.bitmask
          (v128.or
            (i8x16.lt_u (local.get $letters) (i8x16.splat (i32.const 0x20)))
            (v128.or
              (i8x16.eq (local.get $letters) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $letters) (i8x16.splat (i32.const 0x5c)))))))
      (if (i32.eqz (local.get $marks))
        (then
          (local.set $from (i32.add (local.get $from) (i32.const 16)))
          (local.set $to (i32.add (local.get $to) (i32.const 16)))
          (br $next)))
      (local.set $marks (i32.ctz (local.get $marks)))
      (local.set $from (i32.add (local.get $from) (local.get $marks)))
      (local.set $to (i32.add (local.get $to) (local.get $marks)))
      (local.set $letter (i32.load8_u (local.get $from)))
      (if (i32.eq (local.get $letter) (i32.const 0x22))
        (then
          (global.set $length (i32.sub (local.get $to) (local.get $begin)))
          (return (local.get $from))))
      (if (i32.ne (local.get $letter) (i32.const 0x5c)) (then (return (i32.const -1))))
      (local.set $letter (call $escaped (i32.load8_u (i32.add (local.get $from) (i32.const 1)))))
      (if (i32.lt_s (local.get $letter) (i32.const 0)) (then (return (i32.const -1))))
      (i32.store8 (local.get $to) (local.get $letter))
      (local.set $from (i32.add (local.get $from) (i32.const 2)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br $next))
    (unreachable))

  ;; What a letter behind a backslash stands for.
  (func $escaped (param $letter i32) (result i32)
    (if (i32.eq (local.get $letter) (i32.const 0x6e)) (then (return (i32.const 0x0a)))) ;; n
    (if (i32.eq (local.get $letter) (i32.const 0x22)) (then (return (i32.const 0x22))))
    (if (i32.eq (local.get $letter) (i32.const 0x5c)) (then (return (i32.const 0x5c))))
    (if (i32.eq (local.get $letter) (i32.const 0x74)) (then (return (i32.const 0x09)))) ;; t
    (if (i32.eq (local.get $letter) (i32.const 0x2f)) (then (return (i32.const 0x2f)))) ;; slash
    (global.set $suspicious (i32.const 1))
    (if (i32.eq (local.get $letter) (i32.const 0x72)) (then (return (i32.const 0x0d)))) ;; r
    (if (i32.eq (local.get $letter) (i32.const 0x62)) (then (return (i32.const 0x08)))) ;; b
    (if (i32.eq (local.get $letter) (i32.const 0x66)) (then (return (i32.const 0x0c)))) ;; f
    (i32.const -1))

  ;; Some of sixteen letters may be what nobody sees.
  (func $look (param $from i32) (param $marks i32)
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $marks)))
        (if (call $isSuspicious (i32.add (local.get $from) (i32.ctz (local.get $marks))))
          (then
            (global.set $suspicious (i32.const 1))
            (return)))
        (local.set $marks (i32.and (local.get $marks) (i32.sub (local.get $marks) (i32.const 1))))
        (br $next))))

  ;; Whether a letter may be one that nobody sees, or a mark on the one before. A test asks all letters there are.
  (func $isSuspicious (param $at i32) (result i32)
    (local $first i32)
    (local $second i32)
    (local $third i32)
    (local.set $first (i32.load8_u (local.get $at)))
    (local.set $second (i32.load8_u offset=1 (local.get $at)))
    (local.set $third (i32.load8_u offset=2 (local.get $at)))
    ;; U+2000 to U+2FFF: quotes, dashes, arrows, lines.
    (if (i32.eq (local.get $first) (i32.const 0xe2))
      (then
        (if (i32.eq (local.get $second) (i32.const 0x80))
          (then
            (return
              (i32.or
                (call $isWithin (local.get $third) (i32.const 0x8b) (i32.const 0x8f))
                (call $isWithin (local.get $third) (i32.const 0xa8) (i32.const 0xae))))))
        (if (i32.eq (local.get $second) (i32.const 0x81))
          (then (return (i32.ge_u (local.get $third) (i32.const 0xa0)))))
        (if (i32.eq (local.get $second) (i32.const 0x83))
          (then (return (i32.ge_u (local.get $third) (i32.const 0x90)))))
        (return (i32.ge_u (local.get $second) (i32.const 0xb3)))))
    ;; U+1F000 to U+1FBFF: most emoji.
    (if (i32.eq (local.get $first) (i32.const 0xf0))
      (then
        (return
          (i32.or
            (i32.ne (local.get $second) (i32.const 0x9f))
            (i32.ge_u (local.get $third) (i32.const 0xb0))))))
    ;; U+0080 to U+00BF.
    (if (i32.eq (local.get $first) (i32.const 0xc2))
      (then
        (return
          (i32.or
            (i32.lt_u (local.get $second) (i32.const 0xa0))
            (i32.eq (local.get $second) (i32.const 0xad))))))
    ;; U+3000 to U+3FFF: punctuation and kana.
    (if (i32.eq (local.get $first) (i32.const 0xe3))
      (then
        (if (i32.eq (local.get $second) (i32.const 0x80)) (then (return (i32.ge_u (local.get $third) (i32.const 0xaa)))))
        (if (i32.eq (local.get $second) (i32.const 0x82))
          (then (return (call $isWithin (local.get $third) (i32.const 0x99) (i32.const 0x9a)))))
        (return
          (i32.and
            (i32.eq (local.get $second) (i32.const 0x85))
            (i32.eq (local.get $third) (i32.const 0xa4))))))
    ;; U+FF00 to U+FF7F: wide letters.
    (if (i32.eq (local.get $first) (i32.const 0xef))
      (then
        (return
          (i32.and
            (i32.ne (local.get $second) (i32.const 0xbc))
            (i32.ne (local.get $second) (i32.const 0xbd))))))
    ;; U+A000 to U+AFFF: Hangul begins at U+AC00.
    (if (i32.eq (local.get $first) (i32.const 0xea)) (then (return (i32.lt_u (local.get $second) (i32.const 0xb0)))))
    ;; U+0340 to U+037F, U+0480 to U+04BF.
    (if (i32.eq (local.get $first) (i32.const 0xcd)) (then (return (i32.lt_u (local.get $second) (i32.const 0xb0)))))
    (if (i32.eq (local.get $first) (i32.const 0xd2)) (then (return (i32.lt_u (local.get $second) (i32.const 0x8a)))))
    (i32.const 1))

  (func $isWithin (param $byte i32) (param $least i32) (param $most i32) (result i32)
    (i32.le_u
      (i32.sub (local.get $byte) (local.get $least))
      (i32.sub (local.get $most) (local.get $least))))

  ;; UTF-8 as UTF-16; it has to be UTF-8. How many bytes were written; up to thirty-two more are.
  (func (export "decode") (param $from i32) (param $end i32) (param $to i32) (result i32)
    (local $begin i32)
    (local $letters v128)
    (local $marks i32)
    (local $letter i32)
    (local.set $begin (local.get $to))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
        (if (i32.le_u (i32.add (local.get $from) (i32.const 16)) (local.get $end))
          (then
            (local.set $letters (v128.load (local.get $from)))
            (v128.store (local.get $to) (i16x8.extend_low_i8x16_u (local.get $letters)))
            (v128.store offset=16 (local.get $to) (i16x8.extend_high_i8x16_u (local.get $letters)))
            (local.set $marks (i8x16.bitmask (local.get $letters)))
            (if (i32.eqz (local.get $marks))
              (then
                (local.set $from (i32.add (local.get $from) (i32.const 16)))
                (local.set $to (i32.add (local.get $to) (i32.const 32)))
                (br $next)))
            (local.set $marks (i32.ctz (local.get $marks)))
            (local.set $from (i32.add (local.get $from) (local.get $marks)))
            (local.set $to (i32.add (local.get $to) (i32.shl (local.get $marks) (i32.const 1))))))
        (local.set $letter (i32.load8_u (local.get $from)))
        (if (i32.lt_u (local.get $letter) (i32.const 0x80))
          (then
            (i32.store16 (local.get $to) (local.get $letter))
            (local.set $from (i32.add (local.get $from) (i32.const 1)))
            (local.set $to (i32.add (local.get $to) (i32.const 2)))
            (br $next)))
        (if (i32.lt_u (local.get $letter) (i32.const 0xe0))
          (then
            (i32.store16 (local.get $to)
              (i32.or
                (i32.shl (i32.and (local.get $letter) (i32.const 0x1f)) (i32.const 6))
                (call $six (i32.load8_u offset=1 (local.get $from)))))
            (local.set $from (i32.add (local.get $from) (i32.const 2)))
            (local.set $to (i32.add (local.get $to) (i32.const 2)))
            (br $next)))
        (if (i32.lt_u (local.get $letter) (i32.const 0xf0))
          (then
            (i32.store16 (local.get $to)
              (i32.or
                (i32.shl (i32.and (local.get $letter) (i32.const 0x0f)) (i32.const 12))
                (i32.or
                  (i32.shl (call $six (i32.load8_u offset=1 (local.get $from))) (i32.const 6))
                  (call $six (i32.load8_u offset=2 (local.get $from))))))
            (local.set $from (i32.add (local.get $from) (i32.const 3)))
            (local.set $to (i32.add (local.get $to) (i32.const 2)))
            (br $next)))
        ;; Two halves.
        (local.set $letter
          (i32.sub
            (i32.or
              (i32.or
                (i32.shl (i32.and (local.get $letter) (i32.const 0x07)) (i32.const 18))
                (i32.shl (call $six (i32.load8_u offset=1 (local.get $from))) (i32.const 12)))
              (i32.or
                (i32.shl (call $six (i32.load8_u offset=2 (local.get $from))) (i32.const 6))
                (call $six (i32.load8_u offset=3 (local.get $from)))))
            (i32.const 0x10000)))
        (i32.store16 (local.get $to) (i32.or (i32.const 0xd800) (i32.shr_u (local.get $letter) (i32.const 10))))
        (i32.store16 offset=2 (local.get $to) (i32.or (i32.const 0xdc00) (i32.and (local.get $letter) (i32.const 0x3ff))))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (br $next)))
    (i32.sub (local.get $to) (local.get $begin)))

  (func $six (param $byte i32) (result i32)
    (i32.and (local.get $byte) (i32.const 0x3f))))
