// One release: how far it is trusted, what its rehearsal showed, and what a person can do with it.
import { Link, useParams } from '@tanstack/react-router'
import { useRoute } from '../../data/use-route.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { describeReleaseState } from '../../../protocol/releases/describe-release.ts'
import { RELEASE_TONES } from '../../health/release-tones.ts'
import { RehearsalView } from './rehearsal-view.tsx'
import { ReleaseActs } from './release-acts.tsx'

export function ReleasePage() {
  const { id } = useParams({ from: '/releases/$id' })
  const { data, error } = useRoute('GET /api/releases', {})
  const release = data?.items.find((each) => each.id === id)
  return (
    <div className="mx-auto grid max-w-4xl gap-4">
      <p className="text-sm">
        <Link to="/health" className="text-accent underline">
          Health and all releases
        </Link>
      </p>
      <header className="grid gap-2">
        <h1 data-foreign className="text-lg font-semibold">
          Release <code className="font-mono text-base">{id}</code>
        </h1>
        {release && (
          <div className="flex flex-wrap items-center gap-2" data-release={release.state}>
            <Badge tone={RELEASE_TONES[release.state]}>{describeReleaseState(release.state)}</Badge>
            {release.current && <Badge tone="busy">current</Badge>}
            <span className="ml-auto flex flex-wrap gap-2">
              <ReleaseActs release={release} />
            </span>
          </div>
        )}
      </header>
      {error && <Notice tone="bad" title={error.message} />}
      {data && !release && (
        <Notice tone="worry" title="Not installed any more">
          Its history is on the Activity page. <Command text="cmux release list" />
        </Notice>
      )}
      {release && (
        <Card title="Rehearsal">
          {release.rehearsed ? (
            <RehearsalView id={id} />
          ) : (
            <Empty title="Not rehearsed yet">
              <p>
                A rehearsal tries the release on a copy of the data: forward, back to the running release,
                forward again.
              </p>
              <Command text={`cmux release rehearsal ${id}`} />
            </Empty>
          )}
        </Card>
      )}
    </div>
  )
}
