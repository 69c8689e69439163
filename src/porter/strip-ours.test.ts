import { expect, test } from 'vitest'
import { stripOurs } from './strip-ours.ts'

test.each([
  ['nothing of ours', ['Host', 'a', 'Cookie', 'a=1; b=2'], ['Host', 'a', 'Cookie', 'a=1; b=2']],
  ['our cookie alone', ['Host', 'a', 'Cookie', 'cmux_session_8000=x'], ['Host', 'a']],
  ['our cookie between others', ['cookie', 'a=1; cmux_session_8000=x; b=2'], ['cookie', 'a=1; b=2']],
  ['our cookie first', ['cookie', 'cmux_session_8000=x;b=2'], ['cookie', 'b=2']],
  ['the cookie of another cmux', ['Cookie', 'cmux_session_1=x; cmux_session_2=y; c=3'], ['Cookie', 'c=3']],
  ['our cookies behind https', ['Cookie', '__Host-cmux_session=x; __Secure-cmux_session_1=y'], []],
  ['two Cookie headers', ['Cookie', 'a=1', 'Cookie', 'cmux_session_1=x'], ['Cookie', 'a=1']],
  [
    'a cookie that only mentions us',
    ['Cookie', 'my_cmux_session=1; a=cmux_b'],
    ['Cookie', 'my_cmux_session=1; a=cmux_b'],
  ],
  ['no value', ['Cookie', 'cmux_session_1; a'], ['Cookie', 'a']],
  ['our headers', ['X-Cmux-Page-Secret', 's', 'x-cmux-client', 'web', 'x-other', '1'], ['x-other', '1']],
  ['our token', ['Authorization', 'Bearer cmux_abc'], []],
  ['another token', ['Authorization', 'Bearer abc'], ['Authorization', 'Bearer abc']],
  ['a service that sets our cookie', ['Set-Cookie', 'cmux_session_8000=mine; Path=/'], []],
  [
    'a service that sets several',
    ['Set-Cookie', 'a=1; Path=/', 'set-cookie', ' cmux_session_8000=; Max-Age=0', 'Set-Cookie', 'b=2'],
    ['Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2'],
  ],
])('[S6] %s', (_, raw, kept) => {
  expect(stripOurs(raw)).toEqual(kept)
})
