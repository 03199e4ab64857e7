#!/usr/bin/python3
"""A window with one view of WebKitGTK and nothing else, for WebKitWebDriver.

WebKit's own MiniBrowser is at least 447 px wide and hides the console. What the console says, and what could not be
loaded, goes to the file in ENGINE_LOG. Each window has a new profile in the folder ENGINE_PROFILES, because the one
before might still be writing to its own. It must be a real one: WebKit writes no console messages of sessions that
leave nothing behind.
"""
import os
import tempfile
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

log = open(os.environ["ENGINE_LOG"], "a", buffering=1)
os.dup2(log.fileno(), 1)
os.dup2(log.fileno(), 2)

profile = tempfile.mkdtemp(dir=os.environ["ENGINE_PROFILES"])
data = WebKit2.WebsiteDataManager(base_data_directory=profile, base_cache_directory=profile)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)


def watch(_view, resource, request):
    address = request.get_uri()

    def finished(loaded):
        response = loaded.get_response()
        if response and response.get_status_code() >= 400:
            print("STATUS", response.get_status_code(), address, file=log)

    resource.connect("failed", lambda _resource, error: print("FAILED", address, error.message, file=log))
    resource.connect("finished", finished)


def make_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window()
    window.set_default_size(1280, 860)
    window.add(view)
    window.show_all()
    view.connect("resource-load-started", watch)
    view.connect("web-process-terminated", lambda _view, reason: print("FAILED", "the web process", reason, file=log))
    view.connect("close", lambda _view: window.destroy())
    return view


def started(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("engine-tests")
    application.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(application)
    session.connect("create-web-view", make_view)


context.connect("automation-started", started)
Gtk.main()
