import { texts } from '#texts/features/accounts.ts'
import { ProfileCard } from '../../features/accounts/profile-card.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { PageTitle } from '../../ui/page-title.tsx'

export default function ProfilePage() {
  return (
    <div className="page py-7 sm:py-10">
      <PageTitle title={texts.profile.title} />
      <div className="mt-5">
        <ProfileCard user={useUser()} />
      </div>
    </div>
  )
}
