// What notices need of the approvals: to show what is asked, and to carry a person's answer there.
export interface AskedApproval {
  readonly id: string
  /** Of the exact content: an answer is bound to what was shown. */
  readonly sha256: string
  readonly content: string
  readonly risk: 'low' | 'medium' | 'high'
  readonly agent: string | null
}

export interface ApprovalDesk {
  /** Undefined when it is not asked any more. */
  read(id: string): Promise<AskedApproval | undefined>
  /** Throws a `CmuxError` that says why when it can't be decided so. */
  decide(
    id: string,
    answer: { readonly sha256: string; readonly verdict: 'approve' | 'deny' },
    actor: string,
  ): Promise<void>
}
