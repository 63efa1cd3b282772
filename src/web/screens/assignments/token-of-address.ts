import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { linkTo } from '#web/urls.ts'

/** The token that the address came with; it leaves the address at once, so that no history or referrer keeps it (threats T6). */
export function useTokenOfAddress(page: 'myAssignments'): string {
  const { search } = useLocation()
  const navigate = useNavigate()
  const found = new URLSearchParams(search).get('token') ?? ''
  const [token, setToken] = useState(found)
  if (found !== '' && found !== token) setToken(found)
  useEffect(() => {
    if (found !== '') void navigate(linkTo(page), { replace: true })
  }, [found, navigate, page])
  return token
}
