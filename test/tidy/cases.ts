import { CODE_PROOFS } from './cases/code-proofs.ts'
import { FILE_PROOFS } from './cases/file-proofs.ts'
import type { Proof } from './cases/proof.ts'
import { ROOM_PROOFS } from './cases/room-proofs.ts'
import { TEST_PROOFS } from './cases/test-proofs.ts'

export const CASES: readonly Proof[] = [...ROOM_PROOFS, ...CODE_PROOFS, ...FILE_PROOFS, ...TEST_PROOFS]
