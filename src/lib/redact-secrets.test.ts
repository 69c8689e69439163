import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SECRET_SHAPES } from '../../test/fixtures/secret-shapes.ts'
import { redactSecrets } from './redact-secrets.ts'

// In parts, so that no scanner takes these for real ones.
const glue = (...parts: readonly string[]) => parts.join('')
const LONG = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v'

test.each(SECRET_SHAPES.map(({ what, text, secret }) => [what, text, secret] as const))(
  '[S10] redaction takes out a secret of the shape: %s',
  (_what, text, secret) => {
    const redacted = redactSecrets(text)
    expect(secret.split(/\\n|\n\+?/).filter((part) => redacted.includes(part))).toEqual([])
    expect(redacted).toContain('[redacted')
    expect(redactSecrets(redacted)).toBe(redacted)
  },
)

test.each(SECRET_SHAPES.map(({ what, text, secret }) => [what, text, secret] as const))(
  '[S10] a line of JSON stays one, and the fields around it stay: %s',
  (_what, text, secret) => {
    const line = JSON.stringify({
      level: 30,
      said: text,
      inner: JSON.stringify({ said: text }),
      after: 'kept',
    })
    const redacted = redactSecrets(line)
    expect(JSON.parse(redacted)).toMatchObject({ level: 30, after: 'kept' })
    const { inner } = JSON.parse(redacted) as { inner: string }
    expect(Object.keys(JSON.parse(inner) as object)).toEqual(['said'])
    expect(secret.split(/\\n|\n\+?/).filter((part) => redacted.includes(part))).toEqual([])
  },
)

test('[S10] the shapes are more than 60, each of its own', () => {
  expect(SECRET_SHAPES.length).toBeGreaterThan(60)
  expect(new Set(SECRET_SHAPES.map(({ what }) => what)).size).toBe(SECRET_SHAPES.length)
})

test.each([
  ['our own', `token ${glue('cmux', '_', LONG)}!`, 'token cmux_[redacted]!'],
  ['a bearer header', `Authorization: Bearer ${LONG}`, 'Authorization: Bearer [redacted]'],
  ['a bearer token in a sentence', 'it sent Bearer A1b2C3d4E5F6 along', 'it sent Bearer [redacted] along'],
  ['a basic login in a sentence', 'it sent basic dXNlcjpwYXNzMQ along', 'it sent basic [redacted] along'],
  ['a secret key of AWS by itself', LONG.slice(0, 40), '[redacted]'],
  [
    'an address of Zapier',
    glue('see //hooks', '.zapier.com/hooks/', 'catch/123456/abcdef'),
    glue('see //hooks', '.zapier.com/hooks/', 'catch/[redacted]'),
  ],
  ['a model provider key', `key=${glue('sk', '-ant-', LONG)}`, 'key=sk-[redacted]'],
  ['a GitHub token', glue('gh', 'p_', LONG), 'ghp_[redacted]'],
  ['a Slack token', glue('xo', 'xb-', '1234567890-abc'), 'xoxb-[redacted]'],
  ['an AWS key', glue('AK', 'IA', 'ABCDEFGHIJKLMNOP'), 'AKIA[redacted]'],
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
    `a ${glue('-----BEGIN RSA ', 'PRIVATE KEY-----')}\nMII\n${glue('-----END RSA ', 'PRIVATE KEY-----')} b`,
    'a [redacted private key] b',
  ],
  [
    'a password in an address',
    'git clone https://ann:hunter2@h.example/x.git',
    'git clone https://ann:[redacted]@h.example/x.git',
  ],
  ['a variable', 'export DB_PASSWORD=hunter2 && run', 'export DB_PASSWORD=[redacted] && run'],
  ['JSON in JSON', '{"body":"{\\"token\\":\\"abc\\"}"}', '{"body":"{\\"token\\":\\"[redacted]\\"}"}'],
  ['two at once', `Bearer ${LONG} and ${glue('cmux', '_', LONG)}`, 'Bearer [redacted] and cmux_[redacted]'],
  ['two of a command', 'curl -u a:b -H "X-Token: abc12345"', 'curl -u a:[redacted] -H "X-Token: [redacted]"'],
  ['one behind another name', 'error: password=hunter2x', 'error: password=[redacted]'],
])('[S10] redaction keeps what is around %s', (_what, text, redacted) => {
  expect(redactSecrets(text)).toBe(redacted)
  expect(redactSecrets(redacted)).toBe(redacted)
})

test.each([
  'the bearer of bad news, and basic understanding',
  'cmux_up is a word',
  'task-list and risk-averse',
  '{"tokens":3,"secretary":"Ann"}',
  'tok_01hq0000000000000000000000',
  '{"token":"tok_01hq0000000000000000000000"}',
  '/api/events?after=12',
  'http://127.0.0.1:8000/a@b',
  'see https://h.example/x: ann@h.example',
  'TOKEN=$(cat file)',
  'const token = await readToken(file)',
  'password: z.string().min(8),',
  'the option --password is required',
  'docker run -p 8080:80 -u 1000:1000 image',
  'ssh -p 2222 host',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'src/adapters/store/tables/event-log-appender.ts',
  'compass: n0rth3ast',
  glue('-----BEGIN ', 'PRIVATE KEY----- is how one begins'),
])('[S10] redaction leaves "%s" alone', (text) => {
  expect(redactSecrets(text)).toBe(text)
})

const ROOT = join(import.meta.dirname, '../..')
const MASKED_MAX_PERCENT = 1
const LINES_MAX = 30_000

test.each(['src', 'node_modules/fastify', 'node_modules/zod', 'node_modules/kysely', 'node_modules/ws'])(
  '[S10] of %s at most one line in a hundred is masked',
  (folder) => {
    const lines = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|js|mjs|cjs|json|md)$/.test(name))
      .flatMap((name) => readFileSync(join(ROOT, folder, name), 'utf8').split('\n'))
      .filter((line) => line.trim() !== '')
      .slice(0, LINES_MAX)
    const masked = lines.filter((line) => redactSecrets(line) !== line)
    expect(lines.length).toBeGreaterThan(1000)
    expect((100 * masked.length) / lines.length).toBeLessThan(MASKED_MAX_PERCENT)
  },
)

const WORDS = 'an ordinary line of a log: it took 12 ms, and 3 files were read\n'
/** A rule that reads its text over and over takes thousands of times as long as ordinary words do. */
const RATIO_MAX = 30

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}

const fill = (part: string, chars: number) => part.repeat(Math.ceil(chars / part.length))

test('[P8] redaction reads a megabyte of beginnings without an end once, not over and over', () => {
  const MEGABYTE = 1_000_000
  const plainMs = cpuMsOf(() => redactSecrets(fill(WORDS, MEGABYTE)))
  const key = glue('-----BEGIN ', 'PRIVATE KEY-----')
  const worst = [
    key,
    `${key}\n`,
    `${key} A: A: A: `,
    glue('-----END ', 'PRIVATE KEY-----'),
    `${'A'.repeat(64)}\n`,
    'eyJ',
    'eyJabcdefgh.',
    'eyJ.',
    'sk-',
    'SG.',
    '1//0',
    'a=',
    'a="',
    "token='",
    'token=\\"',
    'password:"\\',
    'a://',
    'a://b:',
    'https://',
    '?token',
    '&a.',
    ' --a-',
    ' --password ',
    'login ',
    'login a password',
    'curl -u ',
    'mysql -p',
    'cookie: a=',
    'cookie: a=bbbb;a=',
    'Bearer ',
    'authorization: a ',
    ';pwd=',
    '%20',
    '[0;',
    'token:',
    'token1=',
    'authorization:',
    "token='$",
    'A',
    'a-',
    '\\n',
    ' ',
    '0123456789:',
    'M',
    '.atlasv1.',
    'AC0',
    '/hooks.slack.com/services/',
    '$2b$',
  ]
  const end = `!\n${glue('-----END ', 'PRIVATE KEY-----')}`
  const texts = [
    ...worst.map((part) => fill(part, MEGABYTE)),
    ...['+', ' ', '-', 'A', '"', '='].flatMap((char) => [
      fill(char, MEGABYTE) + end,
      key + fill(char, MEGABYTE) + '!',
    ]),
    `token="${fill('\\x', MEGABYTE)}`,
  ]
  const slow = texts.filter((text) => cpuMsOf(() => redactSecrets(text)) > RATIO_MAX * plainMs)
  expect(slow.map((text) => `${text.slice(0, 40)} … ${text.slice(-40)}`)).toEqual([])
})

test('[P8] nor the beginnings of any shape', () => {
  const CHARS = 50_000
  const plainMs = cpuMsOf(() => redactSecrets(fill(WORDS, CHARS * 10))) / 10
  const slow = SECRET_SHAPES.filter(({ text, secret }) => {
    const beginning = text.slice(0, text.indexOf(secret) + 3)
    return cpuMsOf(() => redactSecrets(fill(beginning, CHARS))) > RATIO_MAX * plainMs
  })
  expect(slow.map(({ what }) => what)).toEqual([])
})

test('[P8] a text of any length is read, and a secret in each part of it is found', () => {
  const secret = glue('gh', 'p_', LONG)
  const text = `${secret}\n${fill(WORDS, 1_500_000)}${secret} ${glue('sk', '-')}${'a'.repeat(12_000_000)}`
  const redacted = redactSecrets(text)
  expect(redacted.includes(LONG)).toBe(false)
  expect(redacted.length).toBeLessThan(14_000_000)
})
