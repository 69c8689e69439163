// Whether the history is what was written; asked for by a person, since following it all takes a while.
import { useState } from 'react'
import { useRoute } from '../../data/use-route.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { Notice } from '../../ui/notice.tsx'

export function Verification() {
  const [asked, setAsked] = useState(0)
  const enabled = asked > 0
  const { data, error, isFetching, refetch } = useRoute(
    'GET /api/audit/verification',
    { query: {} },
    { enabled },
  )
  const check = () => {
    setAsked(asked + 1)
    if (enabled) void refetch()
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button onClick={check} disabled={isFetching}>
        {isFetching ? 'Checking…' : 'Verify integrity'}
      </Button>
      {error && <Notice tone="bad" title={error.message} />}
      {data?.broken && (
        <Notice tone="bad" title={`The history was tampered with: see event ${data.broken.first}`}>
          <Command text="cmux doctor" />
        </Notice>
      )}
      {data && !data.broken && (
        <Notice
          tone={data.complete ? 'well' : 'worry'}
          title={
            data.complete
              ? `Intact: all ${data.head} events verified`
              : `Intact up to event ${data.checkedTo} of ${data.head}`
          }
        >
          {data.complete ? <span data-foreign>hash {data.hash}</span> : <Command text="cmux doctor" />}
        </Notice>
      )}
    </div>
  )
}
