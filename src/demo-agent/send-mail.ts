// Sends a message, once however often it has to be tried.
import type { CmuxAnswer } from './ask-cmux.ts'
import type { Turn } from './turn.ts'
import { useCmux } from './use-cmux.ts'

export interface Mail {
  readonly id: string
  readonly to: string
  readonly body: string
}

export function sendMail(turn: Turn, mail: Mail): Promise<CmuxAnswer> {
  return useCmux(turn, {
    tool: 'send_message',
    about: `to ${mail.to}`,
    method: 'POST',
    path: '/api/messages',
    body: { ...mail },
    says: () => `sent to ${mail.to}`,
  })
}
