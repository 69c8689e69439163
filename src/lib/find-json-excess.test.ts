import { expect, test } from 'vitest'
import { findJsonExcess } from './find-json-excess.ts'

const find = (text: string) => findJsonExcess(text, { depth: 3, values: 5 })
const DEEP = 'it is nested deeper than 3 lists and objects'
const MANY = 'it holds more than 5 values'

test.each<[string, string, string | undefined]>([
  ['a value', '1', undefined],
  ['as deep as may be', '[[{"a":1}]]', undefined],
  ['deeper', '[[{"a":[]}]]', DEEP],
  ['lists beside each other', '[[],[]]', undefined],
  ['as many as may be', '[1,2,3,4,5]', undefined],
  ['more', '[1,2,3,4,5,6]', MANY],
  ['more lists', '[[],[],[]]', MANY],
  ['what stands in a text', '["[[[[,,,,,,"]', undefined],
  ['a quote in a text', '["\\"[[[[,,,,,,"]', undefined],
  ['a backslash at the end of a text', '["\\\\",[[[[', DEEP],
  ['a text that does not end', '["[[[[,,,,,,', undefined],
])('[P8] JSON that is %s: %s', (_, text, expected) => expect(find(text)).toBe(expected))
