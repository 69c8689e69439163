// The verb that looks for what is wrong, and mends it.
import type { Verb } from '../verb.ts'

export const DOCTOR_VERBS: readonly Verb[] = [
  {
    name: 'doctor',
    summary: 'check the machine and say how to fix each finding',
    example: 'cmux doctor --fix',
    options: [['--fix', 'fix what can be fixed without loss, and report it']],
    load: async () => (await import('../verbs/machine/doctor.ts')).doctor,
  },
]
