import { expect, test } from 'vitest'
import { redactSecrets } from './redact-secrets.ts'

// In parts, so that no scanner takes these for real ones.
const join = (...parts: readonly string[]) => parts.join('')
const LONG = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v'

test.each([
  ['our own', `token ${join('cmux', '_', LONG)}!`, 'token cmux_[redacted]!'],
  ['a bearer header', `Authorization: Bearer ${LONG}`, 'Authorization: Bearer [redacted]'],
  ['a basic header', 'authorization: basic dXNlcjpwYXNzd29yZA==', 'authorization: basic [redacted]'],
  ['a model provider key', `key=${join('sk', '-ant-', LONG)}`, 'key=sk-[redacted]'],
  ['a GitHub token', join('gh', 'p_', LONG), 'gh_[redacted]'],
  ['a GitHub fine-grained token', join('github', '_pat_', LONG), 'gh_[redacted]'],
  ['a Slack token', join('xo', 'xb-', '1234567890-abc'), 'xox-[redacted]'],
  ['an AWS key', join('AK', 'IA', 'ABCDEFGHIJKLMNOP'), 'AKIA[redacted]'],
  ['a Google key', join('AI', 'za', LONG), 'AIza[redacted]'],
  ['a query', 'GET /login?code=abc&next=/ HTTP', 'GET /login?code=[redacted]&next=/ HTTP'],
  ['a second parameter', '/x?a=1&token=abc', '/x?a=1&token=[redacted]'],
  ['a JSON value', '{"password":"p\\"q","user":"u"}', '{"password":"[redacted]","user":"u"}'],
  [
    'a prefixed JSON key',
    '{"access_token": "x","api_key":"y"}',
    '{"access_token": "[redacted]","api_key":"[redacted]"}',
  ],
  [
    'a private key',
    `a ${join('-----BEGIN RSA ', 'PRIVATE KEY-----')}\nMII\n${join('-----END RSA ', 'PRIVATE KEY-----')} b`,
    'a [redacted private key] b',
  ],
  [
    'a password in an address',
    'git clone https://ann:hunter2@h.example/x.git',
    'git clone https://ann:[redacted]@h.example/x.git',
  ],
  ['a password without a name', 'redis://:hunter2@h:6379/0', 'redis://:[redacted]@h:6379/0'],
  ['a variable', 'export DB_PASSWORD=hunter2 && run', 'export DB_PASSWORD=[redacted] && run'],
  ['JSON in JSON', '{"body":"{\\"token\\":\\"abc\\"}"}', '{"body":"{\\"token\\":\\"[redacted]\\"}"}'],
  ['two at once', `Bearer ${LONG} and ${join('cmux', '_', LONG)}`, 'Bearer [redacted] and cmux_[redacted]'],
])('redaction takes out %s', (_what, text, redacted) => {
  expect(redactSecrets(text)).toBe(redacted)
  expect(redactSecrets(redacted)).toBe(redacted)
})

test.each([
  'the bearer of bad news',
  'cmux_up is a word',
  'task-list and risk-averse',
  '{"tokens":3,"secretary":"Ann"}',
  'tok_01hq0000000000000000000000',
  '/api/events?after=12',
  'http://127.0.0.1:8000/a@b',
  'see https://h.example/x: ann@h.example',
  'TOKEN=$(cat file)',
])('redaction leaves "%s" alone', (text) => {
  expect(redactSecrets(text)).toBe(text)
})

test('[P8] redaction reads a megabyte of beginnings without an end once, not over and over', () => {
  const text = join('-----BEGIN ', 'PRIVATE KEY-----').repeat(40_000)
  expect(redactSecrets(text)).toBe(text)
})
