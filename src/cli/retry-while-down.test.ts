import { expect, test } from 'vitest'
import { RefusedRequest } from '../client/make-client.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { retryWhileDown } from './retry-while-down.ts'

const refusal = (status: number) => new RefusedRequest(status, { code: 'X', message: 'no', hint: 'none' })

function failFirst(error: Error) {
  let asked = 0
  return {
    count: () => asked,
    async act() {
      asked += 1
      if (asked === 1) throw error
      return 'done'
    },
  }
}

test.each([new CmuxError('NOT_RUNNING', 'nobody'), new CmuxError('TIMED_OUT', 'late'), refusal(503)])(
  'asks again after: %s',
  async (error) => {
    const server = failFirst(error)
    expect([await retryWhileDown(server.act), server.count()]).toEqual(['done', 2])
  },
)

test.each([refusal(403), new CmuxError('FORBIDDEN', 'not yours')])(
  'takes an answer for one: %s',
  async (error) => {
    const server = failFirst(error)
    await expect(retryWhileDown(server.act)).rejects.toBe(error)
    expect(server.count()).toBe(1)
  },
)
