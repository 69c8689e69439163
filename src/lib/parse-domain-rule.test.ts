import { expect, test } from 'vitest'
import { parseDomainRule } from './parse-domain-rule.ts'

const RULES = [
  ['api.example.com', { host: 'api.example.com', isBelow: false, port: null }],
  ['*.example.com', { host: 'example.com', isBelow: true, port: null }],
  ['*.example.com:8443', { host: 'example.com', isBelow: true, port: 8443 }],
  ['API.Example.COM.', { host: 'api.example.com', isBelow: false, port: null }],
  ['git.example.com:22', { host: 'git.example.com', isBelow: false, port: 22 }],
  ['a.example:65535', { host: 'a.example', isBelow: false, port: 65_535 }],
  ['bücher.example', { host: 'xn--bcher-kva.example', isBelow: false, port: null }],
  ['*.xn--bcher-kva.example', { host: 'xn--bcher-kva.example', isBelow: true, port: null }],
  [`${'a'.repeat(63)}.example`, { host: `${'a'.repeat(63)}.example`, isBelow: false, port: null }],
] as const

test.each(RULES)('[S8] %s is a rule', (text, rule) => {
  expect(parseDomainRule(text)).toEqual(rule)
})

const NONE = [
  '',
  '*',
  '*.',
  '*.com',
  'com',
  'localhost',
  '*example.com',
  'a.*.com',
  '**.example.com',
  '.example.com',
  'a..example.com',
  '-a.example.com',
  'a-.example.com',
  'a_b.example.com',
  `${'a'.repeat(64)}.example`,
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '1.2.3.0x4',
  '[::1]',
  '::1',
  '10.0.0.1:80',
  'a.example:0',
  'a.example:65536',
  'a.example:080',
  'a.example:',
  'a.example:http',
  'a.example:443:443',
  'https://a.example',
  'a.example/path',
  'user@a.example',
  'a.example?x',
  'a.example#x',
  'a.example\\x',
  'a.example ',
  ' a.example',
  'a%2eexample.com',
  'a.example\n',
  `${'abcdefg.'.repeat(32)}com`,
]

test.each(NONE)('[S8] %j is no rule', (text) => {
  expect(parseDomainRule(text)).toBe(undefined)
})
