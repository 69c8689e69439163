// The verb that looks for what is wrong, and mends it.
import type { Verb } from './verb.ts'

export const DOCTOR_VERBS: readonly Verb[] = [
  {
    name: 'doctor',
    summary: 'check the machine and say how to mend each finding',
    example: 'cmux doctor --fix',
    options: [['--fix', 'mend what can be mended without loss, and say what was done']],
    load: async () => (await import('./verbs/doctor.ts')).doctor,
  },
]
