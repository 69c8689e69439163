// A name in mail that nobody has.
import { CmuxError } from '../../protocol/cmux-error.ts'

export function nobodyCalled(name: string): CmuxError {
  return new CmuxError('NOT_FOUND', `there is nobody called ${name}`, {
    hint: 'see `cmux agent list` for who is there; `owner` is the person',
  })
}
