<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
    <context>
        <name>tunedesk::ui::CsvPage</name>
        <message numerus="yes">
            <source>%n class(es): %1</source>
            <translation>
                <numerusform>%n class: %1</numerusform>
                <numerusform>%n classes: %1</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n class(es) in the first rows: %1</source>
            <translation>
                <numerusform>%n class in the first rows: %1</numerusform>
                <numerusform>%n classes in the first rows: %1</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>tunedesk::ui::DeviceStrip</name>
        <message numerus="yes">
            <source>CPU, %n core(s): %1 %</source>
            <translation>
                <numerusform>CPU, %n core: %1 %</numerusform>
                <numerusform>CPU, %n cores: %1 %</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n GPUs</source>
            <translation>
                <numerusform>%n GPU</numerusform>
                <numerusform>%n GPUs</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>tunedesk::ui::EstimateStrip</name>
        <message numerus="yes">
            <source>Start on %n GPU(s)</source>
            <translation>
                <numerusform>Start on %n GPU</numerusform>
                <numerusform>Start on %n GPUs</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problem(s) keep it from running</source>
            <translation>
                <numerusform>%n problem keeps it from running</numerusform>
                <numerusform>%n problems keep it from running</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problem(s): show</source>
            <translation>
                <numerusform>%n problem: show</numerusform>
                <numerusform>%n problems: show</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>tunedesk::ui::FormSection</name>
        <message numerus="yes">
            <source>%n not used now</source>
            <translation>
                <numerusform>%n not used now</numerusform>
                <numerusform>%n not used now</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>tunedesk::ui::GpuModel</name>
        <message numerus="yes">
            <source>host, %n core(s)</source>
            <translation>
                <numerusform>host, %n core</numerusform>
                <numerusform>host, %n cores</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>tunedesk::ui::MainWindow</name>
        <message numerus="yes">
            <source>%n preset(s) have changes that are not saved.</source>
            <translation>
                <numerusform>%n preset has changes that are not saved.</numerusform>
                <numerusform>%n presets have changes that are not saved.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>tunedesk::ui::TokenView</name>
        <message numerus="yes">
            <source>%n token(s), all of them kept</source>
            <translation>
                <numerusform>%n token, kept</numerusform>
                <numerusform>%n tokens, all of them kept</numerusform>
            </translation>
        </message>
    </context>
<context>
    <name>tunedesk::ui::ConnectionBar</name>
    <message numerus="yes">
        <source>The connection is lost: %1. The run goes on there. Trying again in %n second(s).</source>
        <translation>
            <numerusform>The connection is lost: %1. The run goes on there. Trying again in %n second.</numerusform>
            <numerusform>The connection is lost: %1. The run goes on there. Trying again in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Servers</name>
    <message numerus="yes">
        <source>%1: %2. Its runs go on. Trying again in %n second(s).</source>
        <translation>
            <numerusform>%1: %2. Its runs go on. Trying again in %n second.</numerusform>
            <numerusform>%1: %2. Its runs go on. Trying again in %n seconds.</numerusform>
        </translation>
    </message>
</context>
</TS>
