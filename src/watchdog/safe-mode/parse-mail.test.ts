import { describe, expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { Refusal } from './refusal.ts'

const MIB = 1024 * 1024
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** What it says no with; undefined when it takes it. */
function refusalOf(bytes: Uint8Array): { code: string; message: string } | undefined {
  try {
    parseMail(bytes)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message }
    throw error
  }
}

describe('what safe mode takes as a message', () => {
  test.each<[string, object, object]>([
    ['the least', { to: 'anna', body: 'hi' }, { id: undefined, from: undefined, subject: null }],
    ['nulls', { to: 'anna', body: 'hi', id: null, from: null, subject: null }, { subject: null }],
    [
      'all of it',
      { to: 'anna', body: 'hi', id: 'msg_1', from: 'owner', subject: 'Re: x' },
      { id: 'msg_1', from: 'owner', subject: 'Re: x' },
    ],
    ['an empty subject', { to: 'anna', body: 'hi', subject: '' }, { subject: '' }],
    [
      'the longest subject',
      { to: 'anna', body: 'hi', subject: 'x'.repeat(1000) },
      { subject: 'x'.repeat(1000) },
    ],
    ['a name of the longest', { to: 'x'.repeat(200), body: 'hi' }, { to: 'x'.repeat(200) }],
    ['every printable character in a name', { to: '!~', body: 'hi' }, { to: '!~' }],
    ['the longest body', { to: 'anna', body: 'x'.repeat(MIB) }, { body: 'x'.repeat(MIB) }],
    ['more than it knows', { to: 'anna', body: 'hi', more: 1 }, {}],
  ])('[M7] %s', (_, mail, expected) => {
    const blank = { id: undefined, from: undefined, to: 'anna', subject: null, body: 'hi' }
    expect(parseMail(bytesOf(mail))).toEqual({ ...blank, ...expected })
  })
})

const named = (key: string) => `\`${key}\` must be 1 to 200 printable characters without spaces`

describe('what safe mode refuses as a message', () => {
  const SUBJECT = '`subject` must be text of at most 1000 characters'
  const NO_OBJECT = 'the body is no object'
  test.each<[string, unknown, string]>([
    ['a list', [], NO_OBJECT],
    ['null', null, NO_OBJECT],
    ['a number', 7, NO_OBJECT],
    ['no body', { to: 'anna' }, '`body` must be text'],
    ['an empty body', { to: 'anna', body: '' }, '`body` must be text'],
    ['a body that is no text', { to: 'anna', body: 7 }, '`body` must be text'],
    ['no receiver', { body: 'hi' }, '`to` is missing'],
    ['an empty receiver', { to: '', body: 'hi' }, named('to')],
    ['a receiver that is no text', { to: 7, body: 'hi' }, named('to')],
    ['a list of receivers', { to: ['anna'], body: 'hi' }, named('to')],
    ['a name that is too long', { to: 'x'.repeat(201), body: 'hi' }, named('to')],
    ['a space before a name', { to: ' anna', body: 'hi' }, named('to')],
    ['a space after a name', { to: 'anna ', body: 'hi' }, named('to')],
    ['another alphabet in a name', { to: 'anna', from: 'änna', body: 'hi' }, named('from')],
    ['an odd id', { to: 'anna', id: 'a b', body: 'hi' }, named('id')],
    ['a subject that is no text', { to: 'anna', body: 'hi', subject: 7 }, SUBJECT],
    ['a subject that is too long', { to: 'anna', body: 'hi', subject: 'x'.repeat(1001) }, SUBJECT],
  ])('[P8] %s', (_, value, message) => {
    expect(refusalOf(bytesOf(value))).toEqual({ code: 'BAD_REQUEST', message })
  })

  test.each([
    ['what is no JSON', new TextEncoder().encode('{"to":')],
    [
      'what is no UTF-8',
      Uint8Array.from([...new TextEncoder().encode('"a'), 0xff, ...new TextEncoder().encode('"')]),
    ],
  ])('[P8] %s', (_, bytes) => {
    expect(refusalOf(bytes)).toEqual({ code: 'BAD_REQUEST', message: 'the body is not JSON in UTF-8' })
  })

  test('[M9] a body of more than a mebibyte, in bytes and not in characters', () => {
    const message = '`body` is over 1048576 bytes'
    for (const body of ['x'.repeat(MIB + 1), `${'x'.repeat(MIB - 1)}é`])
      expect(refusalOf(bytesOf({ to: 'anna', body }))).toEqual({ code: 'BODY_TOO_LARGE', message })
  })
})
