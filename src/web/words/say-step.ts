// A step of what is done about an agent elsewhere that is silent.
import { textOf } from './text-of.ts'

export function sayStep({ step, number, of }: Readonly<Record<string, unknown>>): string {
  const what = step === 'rollback' ? 'rolling back the newest change of its project' : 'its recovery command'
  return `${what} (${textOf(number)} of ${textOf(of)})`
}
