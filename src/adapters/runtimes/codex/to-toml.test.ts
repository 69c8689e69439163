import { expect, test } from 'vitest'
import { toToml } from './to-toml.ts'

test.each([
  ['text', '"text"'],
  ['a "b" \\ \n', '"a \\"b\\" \\\\ \\n"'],
  ['\u007f', '"\\u007f"'],
  ['half \ud800', '"half \ufffd"'],
  [true, 'true'],
  [60, '60'],
  [['a', 1], '["a",1]'],
  [{ 'a.b"c': { d: [] } }, '{"a.b\\"c"={"d"=[]}}'],
] as const)('%j', (value, expected) => {
  expect(toToml(value)).toBe(expected)
})
