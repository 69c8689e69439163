import { expect, test } from 'vitest'
import { verifySlackSignature } from './verify-slack-signature.ts'

// The example of Slack's own documentation.
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
const AT = 1531420618
const BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
  '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
  '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
  '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
const RIGHT = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'

const verify = (change: object = {}, nowSec = AT, secret = SECRET) =>
  verifySlackSignature(
    secret,
    { timestamp: String(AT), signature: RIGHT, body: Buffer.from(BODY), ...change },
    nowSec * 1000,
  )

test.each([
  ['what Slack signed', verify(), true],
  ['within five minutes', verify({}, AT + 300), true],
  ['not after five minutes', verify({}, AT + 301), false],
  ['nor from the future', verify({}, AT - 301), false],
  ['nor with another body', verify({ body: Buffer.from(`${BODY}&x=1`) }), false],
  ['nor with another time', verify({ timestamp: String(AT + 1) }), false],
  ['nor by another secret', verify({}, AT, 'other'), false],
  ['nor with half a signature', verify({ signature: RIGHT.slice(0, -1) }), false],
  ['nor without one', verify({ signature: undefined }), false],
  ['nor without a time', verify({ timestamp: undefined }), false],
  ['nor with a time that is none', verify({ timestamp: `${AT} ` }), false],
])('[O1] [P7] %s', (_, found, expected) => {
  expect(found).toBe(expected)
})
