import { Bell } from '../../features/notifications/bell.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { UserMenu } from './user-menu.tsx'

/** The bell and the account's menu. A file of its own: what opens them is the largest part of the frame. */
export default function Corner() {
  return (
    <>
      <Bell />
      <UserMenu user={useUser()} />
    </>
  )
}
