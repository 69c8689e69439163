import { randomBytes } from 'node:crypto'

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const CHANCE_CHARS = 16

/** Of the same form as the server's. Made by the sender, so that sending again after a lost answer is harmless. */
export const makeMessageId = (nowMs: number): string => `msg_${makeBody(nowMs)}`
export const makeTaskId = (nowMs: number): string => `tsk_${makeBody(nowMs)}`
export const makeJournalId = (nowMs: number): string => `jrn_${makeBody(nowMs)}`
export const makeChangeId = (nowMs: number): string => `chg_${makeBody(nowMs)}`

function makeBody(nowMs: number): string {
  const time = Array.from({ length: TIME_CHARS }, (_, index) => {
    const power = TIME_CHARS - 1 - index
    return BASE_32[Math.floor(nowMs / 32 ** power) % 32]
  })
  const chance = Array.from(randomBytes(CHANCE_CHARS), (byte) => BASE_32[byte % 32])
  return [...time, ...chance].join('')
}
