// Events that tell of everyday work: there are many of them, and together they hide the others.
import type { Event } from '../../protocol/event.ts'

const CHATTER: readonly string[] = [
  'tool.',
  'usage.',
  'conversation.',
  'agent.session',
  'login.',
  'token.',
  'task.handed_over',
  'notice.sent',
  'journal.',
  'change.checking',
  'change.output',
]

export function isChatter({ type, data }: Event): boolean {
  if (type === 'message.moved') return data['receipt'] !== 'dead'
  if (type === 'agent.status') return data['to'] !== 'waiting' && data['to'] !== 'dead'
  return CHATTER.some((begins) => type.startsWith(begins))
}
