import { store } from './storage';

const KEY = 'pai.sidebar-place';

/**
 * The source of the inline script right behind the sidebar, which runs before the first paint: the sidebar stays where it
 * was on the last page, if the active entry is in view there. Otherwise, the entry is brought to the middle.
 */
export const sidebarPlaceScript =
  "(function(){var m=document.querySelector('.theme-doc-sidebar-container .menu'),a=m&&[].slice.call(m.querySelectorAll('.menu__link--active')).pop();" +
  `if(!a)return;var p=null;try{p=sessionStorage.getItem('${KEY}')}catch(e){}m.scrollTop=p||0;` +
  'var b=m.getBoundingClientRect(),r=a.getBoundingClientRect();' +
  'if(p===null||r.top<b.top+40||r.bottom>b.bottom-40)m.scrollTop+=r.top-b.top-b.height/2})()';

/** Keeps the scroll position of the sidebar across full page loads. */
export function keepSidebarPlace(): void {
  window.addEventListener('pagehide', () => {
    const sidebar = document.querySelector('.theme-doc-sidebar-container .menu');
    store(KEY, String(sidebar?.scrollTop ?? 0), 'sessionStorage');
  });
}
