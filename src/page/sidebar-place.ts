import { store } from './storage';

const KEY = 'pai.sidebar-place';

/**
 * The source of the inline script right behind the sidebar, which runs before the first paint: the sidebar stays where it
 * was on the last page, unless the active entry isn't in view there. Then the entry is brought to the middle.
 */
export const sidebarPlaceScript =
  "(function(){var m=document.querySelector('.theme-doc-sidebar-container .menu'),a=m&&[].slice.call(m.querySelectorAll('.menu__link--active')).pop();" +
  `if(!a)return;try{m.scrollTop=sessionStorage.getItem('${KEY}')||0}catch(e){}` +
  'var b=m.getBoundingClientRect(),r=a.getBoundingClientRect();' +
  'if(r.top<b.top+40||r.bottom>b.bottom-40)m.scrollTop+=r.top-b.top-b.height/2})()';

/** Keeps the scroll position of the sidebar across full page loads. */
export function keepSidebarPlace(): void {
  window.addEventListener('pagehide', () => {
    const sidebar = document.querySelector('.theme-doc-sidebar-container .menu');
    store(KEY, String(sidebar?.scrollTop ?? 0), 'sessionStorage');
  });
}
