import { Link } from 'wouter'
import { texts as learning } from '#texts/features/learning.ts'
import { texts } from '#texts/pages/admin.ts'
import { ScoreWeights } from '../../features/learning/score-weights.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Denied } from './denied.tsx'

/** The score weights learned from reviews. For admins. */
export default function ScoreWeightsPage() {
  const { role } = useUser()
  if (role !== 'admin') return <Denied />
  return (
    <div className="page max-w-5xl py-7 sm:py-10">
      <Link
        href="/admin?tab=settings"
        className="rounded-sm py-1 font-semibold text-muted text-sm hover:text-ink"
      >
        ← {texts.audit.back}
      </Link>
      <PageTitle title={learning.title} />
      <p className="mt-1 mb-5 max-w-prose text-muted">{learning.explain}</p>
      <ScoreWeights />
    </div>
  )
}
