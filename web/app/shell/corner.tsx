import { Bell } from '../../features/notifications/bell.tsx'
import { useUser } from '../../lib/session/use-session.ts'
import { UserMenu } from './user-menu.tsx'

/** The bell and the account menu, in their own file because menus are the largest part of the frame. */
export default function Corner() {
  return (
    <>
      <Bell />
      <UserMenu user={useUser()} />
    </>
  )
}
