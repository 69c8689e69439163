import { expect, test } from 'vitest'
import { signWebhook } from './sign-webhook.ts'

// The example of the standard's own libraries.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', atSec: 1614265330, body: '{"test": 2432232314}' }

test('[W4] a webhook is signed as the standard says', () => {
  expect(signWebhook(SECRET, signed)).toEqual({
    'webhook-id': signed.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
