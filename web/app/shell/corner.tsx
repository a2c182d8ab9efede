import { useEffect } from 'react'
import { followLanguage } from '../../features/accounts/language.ts'
import { sendTimeZone } from '../../features/accounts/send-time-zone.ts'
import { Bell } from '../../features/notifications/bell.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { UserMenu } from './user-menu.tsx'

/** The bell and the account menu, in their own file because nothing on a page waits for them. */
export default function Corner() {
  const user = useUser()
  const { id, language } = user
  useEffect(() => {
    // Nothing waits for them: what fails is tried again with the next visit.
    sendTimeZone(id).catch(() => undefined)
    followLanguage({ language }).catch(() => undefined)
  }, [id, language])
  return (
    <>
      <Bell />
      <UserMenu user={user} />
    </>
  )
}
