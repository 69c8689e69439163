// All planted faults. Each is found by the test file that it names; `./cmux test soak` plants them one by one and runs just that file.
import type { PlantedFault } from './planted-fault.ts'
import { ACCESS_FAULTS } from './rows/access-faults.ts'
import { AGENT_FAULTS } from './rows/agent-faults.ts'
import { CHANGE_FAULTS } from './rows/change-faults.ts'
import { MAIL_FAULTS } from './rows/mail-faults.ts'
import { OVERSIGHT_FAULTS } from './rows/oversight-faults.ts'
import { STORE_FAULTS } from './rows/store-faults.ts'
import { WATCHDOG_FAULTS } from './rows/watchdog-faults.ts'
import { WORK_FAULTS } from './rows/work-faults.ts'

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...STORE_FAULTS,
  ...MAIL_FAULTS,
  ...WATCHDOG_FAULTS,
  ...AGENT_FAULTS,
  ...OVERSIGHT_FAULTS,
  ...ACCESS_FAULTS,
  ...CHANGE_FAULTS,
  ...WORK_FAULTS,
]
